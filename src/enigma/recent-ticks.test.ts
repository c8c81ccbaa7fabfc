import { expect, test } from 'bun:test'
import { unitsOf } from '../../tests/doubles/feed.ts'
import { createEvents } from '../events/events.ts'
import type { Tick } from '../market/candle.ts'
import { defaultInstruments } from '../market/instrument.ts'
import { marketTrades } from '../market/trade.ts'
import { wholeUnits } from '../market/units.ts'
import { keepRecentTicks } from './recent-ticks.ts'

test('keeps the last trades or ticks per asset until the source changes or it is closed', () => {
  const listeners = new Set<(tick: Tick) => void>()
  const market = {
    instruments: defaultInstruments,
    instrument: (asset: string) => market.instruments.find((instrument) => instrument.asset === asset),
    onTick: (listener: (tick: Tick) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const events = createEvents(console)
  const recent = keepRecentTicks(market, events)
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
  const trade = { asset: 'BTCUSDT', id: '1', time: 7, price: wholeUnits(600), quantity: wholeUnits(50_000) }
  const sendTrade = () => events.emit(marketTrades, { trades: [{ ...trade, side: 'sell' }] })
  sendTrade()
  expect(recent.of('BTCUSDT')).toEqual([{ time: 7, price: 6, volume: 0.5, side: 'sell' }])
  market.instruments = [...defaultInstruments]
  send('BTCUSDT', 5)
  recent.close()
  sendTrade()
  send('BTCUSDT', 6)
  expect(recent.of('BTCUSDT').map(({ price }) => price)).toEqual([5])
  expect(listeners.size).toBe(0)
})
