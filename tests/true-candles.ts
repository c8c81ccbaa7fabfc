import { expect } from 'bun:test'
import { candleOf, type Tick } from '../src/market/candle.ts'
import type { Feed } from '../src/market/feed/feed.ts'
import type { Market } from '../src/market/market.ts'
import { closeTimeOf, minuteMs, timeframes } from '../src/market/timeframe.ts'
import type { Units } from '../src/market/units.ts'
import type { ExchangeTruth } from './doubles/exchange-truth.ts'
import { candlesOf } from './market-candles.ts'

interface Traded {
  /** `now` returns the time until which the source has sent everything, ms UTC. */
  exchange: { now(): number; truth: Pick<ExchangeTruth, 'closed'> }
  feed: Pick<Feed, 'instruments'>
}

/** First midnight within the two days of history */
const firstDay = Date.UTC(2026, 10, 19)

/**
 * Expects that readable candles and published settled closes match what the exchange has traded.
 * @param closes  published since the market was opened
 */
export async function expectTrueCandles(
  { exchange, feed }: Traded,
  market: Market,
  closes: readonly Tick[],
): Promise<void> {
  const over = exchange.now() - (exchange.now() % minuteMs)
  for (const { asset } of feed.instruments) {
    const truth = exchange.truth.closed(asset, firstDay, over)
    const updates = truth.map((candle) => ({ ...candle, asset, isClosed: true, time: candle.openTime + minuteMs }))
    for (const tf of timeframes) {
      const isOver = ({ openTime }: { openTime: number }) => openTime >= firstDay && closeTimeOf(openTime, tf) <= over
      const expected = candlesOf(updates, tf).filter(isOver)
      const newest = await market.candles({ asset, tf, limit: 1000 })
      const candles = newest.filter(isOver)
      // Two days have no whole week or month.
      if (tf <= 1440) expect(candles.length).toBeGreaterThan(0)
      expect({ asset, tf, candles }).toEqual({ asset, tf, candles: expected.slice(-candles.length) })
      if (newest.length < 1000) expect(candles).toHaveLength(expected.length)
      const ofPair = closes.filter((close) => close.asset === asset && close.tf === tf)
      const told = ofPair.filter(isOver).map(candleOf<Units>)
      const [first] = told
      if (!first) continue
      const since = expected.filter(({ openTime }) => openTime >= first.openTime)
      expect({ asset, tf, told }).toEqual({ asset, tf, told: since.slice(0, told.length) })
      const read = await market.closes(asset, tf, first.openTime - 1, 1000)
      expect(read.filter(isOver)).toEqual(told.slice(0, 1000))
    }
  }
}
