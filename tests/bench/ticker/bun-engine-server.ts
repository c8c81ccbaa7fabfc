/** A socket.io server on Bun, with the engine by socket.io's authors. */
import { Server as Engine } from '@socket.io/bun-engine'
import { Server } from 'socket.io'
import { obey } from './load.ts'
import { emitByRooms, socketioOptions } from './socketio.ts'

const io = new Server(socketioOptions)
const engine = new Engine({ path: '/socket.io/', pingInterval: socketioOptions.pingInterval })
io.bind(engine)
const server = Bun.serve({ port: 0, ...engine.handler(), idleTimeout: 0 })
obey({ port: server.port ?? 0, emitTick: emitByRooms(io) })
