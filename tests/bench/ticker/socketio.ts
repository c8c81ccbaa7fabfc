import type { Server } from 'socket.io'
import { encodeTick } from '../../../src/live/wire.ts'
import type { DecimalTick } from '../../../src/market/candle.ts'

/** No heartbeats: only ticks are compared. */
export const socketioOptions = { pingInterval: 86_400_000, connectTimeout: 86_400_000 }

/** The same product as the documentation of socket.io suggests: a room per pair. */
export function tellByRooms(io: Server): (tick: DecimalTick) => void {
  io.on('connection', (socket) => {
    socket.on('subscribe', ({ asset }: { asset: string }) => void socket.join(asset))
  })
  return (tick) => void io.to(tick.asset).emit('tick', Buffer.from(encodeTick(tick)))
}
