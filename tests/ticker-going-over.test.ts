import { expect, setDefaultTimeout, test } from 'bun:test'
import { decodeTick } from '../src/live/wire.ts'
import { defaultInstruments } from '../src/market/instrument.ts'
import { minuteMs } from '../src/market/timeframe.ts'
import { openJoined } from './raw-socket.ts'
import { createTestMarket, serveTicker, tickOf } from './ticker-server.ts'
import { until } from './until.ts'

setDefaultTimeout(60_000)

test('after a change of source, prices with other digits and earlier times are sent as they are', async () => {
  const market = createTestMarket()
  const server = serveTicker({ market })
  const socket = await openJoined(server.socketUrl)
  const ticks: unknown[] = []
  const read = () => {
    const told = socket.taken().flatMap((frame) => (frame instanceof Uint8Array ? (decodeTick(frame) ?? []) : []))
    ticks.push(...told.map(({ openTime, close }) => [openTime, close]))
    return ticks
  }
  const now = tickOf('BTCUSDT', 1, 1)
  market.emitTick(now)
  socket.send('42["subscribe",{"asset":"BTCUSDT","tf":1}]')
  await until(() => read().length === 1)

  market.goOver(defaultInstruments.map((instrument) => ({ ...instrument, priceDigits: instrument.priceDigits + 2 })))
  const earlier = now.openTime - 1440 * minuteMs
  market.emitTick(tickOf('BTCUSDT', 1, 2, { openTime: earlier, close: 100.1234 }))
  await until(() => read().length === 2)

  // A client that subscribes at the moment of the switch gets no ticks from the former source.
  market.goOver(defaultInstruments)
  socket.send('42["unsubscribe",{"asset":"BTCUSDT","tf":1}]', '42["subscribe",{"asset":"BTCUSDT","tf":1}]')
  market.emitTick(tickOf('BTCUSDT', 1, 3, { openTime: earlier, close: 100.5 }))
  await until(() => read().length >= 3)
  expect(ticks.slice(0, 3)).toEqual([
    [now.openTime, 100.01],
    [earlier, 100.1234],
    [earlier, 100.5],
  ])
  socket.close()
  await server.close()
})
