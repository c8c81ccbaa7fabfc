import type { Server } from 'socket.io'
import { encodeTick } from '../../../src/live/wire.ts'
import type { DecimalTick } from '../../../src/market/candle.ts'

/** Turns off heartbeats, because only ticks are compared. */
export const socketioOptions = { pingInterval: 86_400_000, connectTimeout: 86_400_000 }

/** Builds the same product as socket.io's documentation suggests: a room per trading pair. */
export function emitByRooms(io: Server): (tick: DecimalTick) => void {
  io.on('connection', (socket) => {
    socket.on('subscribe', ({ asset }: { asset: string }) => void socket.join(asset))
  })
  return (tick) => void io.to(tick.asset).emit('tick', Buffer.from(encodeTick(tick)))
}
