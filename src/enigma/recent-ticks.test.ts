import { expect, test } from 'bun:test'
import { unitsOf } from '../../tests/doubles/feed.ts'
import type { Tick } from '../market/candle.ts'
import { defaultInstruments } from '../market/instrument.ts'
import { keepRecentTicks } from './recent-ticks.ts'

test('keeps the last lines per asset, newest first, until the source changes or it is closed', () => {
  const listeners = new Set<(tick: Tick) => void>()
  const market = {
    instruments: defaultInstruments,
    instrument: (asset: string) => market.instruments.find((instrument) => instrument.asset === asset),
    onTick: (listener: (tick: Tick) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const recent = keepRecentTicks(market)
  const send = (asset: string, close: number, tf: Tick['tf'] = 1) => {
    const tick = { asset, tf, openTime: 0, open: close, high: close, low: close, close, volume: 0, isClosed: false }
    for (const listener of listeners) listener(unitsOf({ ...tick, time: close }))
  }
  send('BTCUSDT', 1)
  send('BTCUSDT', 2)
  send('BTCUSDT', 3, 5)
  send('ETHUSDT', 4)
  expect(recent.of('BTCUSDT').map(({ price }) => price)).toEqual([2, 1])
  market.instruments = [...defaultInstruments]
  expect(recent.of('ETHUSDT')).toEqual([])
  send('BTCUSDT', 5)
  expect(recent.of('BTCUSDT')).toEqual([{ time: 5, price: 5, volume: 0 }])
  recent.close()
  send('BTCUSDT', 6)
  expect(recent.of('BTCUSDT').map(({ price }) => price)).toEqual([5])
  expect(listeners.size).toBe(0)
})
