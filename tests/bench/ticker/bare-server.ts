/** A server that uses only Bun's own topics, one frame per tick: the upper bound of what is possible with Bun. */
import { encodeTick } from '../../../src/live/wire.ts'
import { obey } from './load.ts'

const server = Bun.serve({
  port: 0,
  fetch: (request, socket) => (socket.upgrade(request) ? undefined : new Response(null, { status: 400 })),
  websocket: {
    idleTimeout: 0,
    message: (socket, text) => {
      const [, pair]: [string, { asset: string }] = JSON.parse(String(text).slice(2))
      socket.subscribe(pair.asset)
    },
  },
})
obey({ port: server.port ?? 0, emitTick: (tick) => void server.publish(tick.asset, encodeTick(tick)) })
