/**
 * A socket.io server in its usual setup: on Node, with the websockets of `ws`. It is bundled, because Node does not run
 * these TypeScript sources.
 */
import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { obey } from './load.ts'
import { emitByRooms, socketioOptions } from './socketio.ts'

const http = createServer()
const io = new Server(http, { ...socketioOptions, transports: ['websocket'] })
http.listen(0, '127.0.0.1', () => {
  const address = http.address()
  obey({ port: typeof address === 'object' ? (address?.port ?? 0) : 0, emitTick: emitByRooms(io) })
})
