import type { Server } from 'socket.io'
import { encodeTick } from '../../../src/live/wire.ts'
import type { DecimalTick } from '../../../src/market/candle.ts'

/** Heartbeats are left out: what is compared is ticks. */
export const socketioOptions = { pingInterval: 86_400_000, connectTimeout: 86_400_000 }

/** The same product as its documents would have it: a room for every pair. */
export function tellByRooms(io: Server): (tick: DecimalTick) => void {
  io.on('connection', (socket) => {
    socket.on('subscribe', ({ asset }: { asset: string }) => void socket.join(asset))
  })
  return (tick) => void io.to(tick.asset).emit('tick', Buffer.from(encodeTick(tick)))
}
