import type { Candle } from '../src/market/candle.ts'
import { type Timeframe, timeframes } from '../src/market/timeframe.ts'
import { candlesCorrected, closeSettled } from '../src/market/topics.ts'
import type { TestMarket } from './test-market.ts'

/** Whoever decides on closes, such as a bot: reads on after its cursor when it is told to, over restarts of the market. */
export interface ToldCloses {
  /** Listens to a market from now on. */
  listen(market: TestMarket): void
  /** What was told of a pair, in order, each as the last correction of it has left it */
  of(asset: string, tf: Timeframe): readonly Candle[]
  /** openTimes in the order in which they were told */
  order(asset: string, tf: Timeframe): readonly number[]
  /** Corrections, in the order in which they were told */
  corrections: { asset: string; from: number; to: number }[]
  /** Settles when everything it was told to read has been read. */
  idle(): Promise<void>
}

interface Log {
  order: number[]
  candles: Map<number, Candle>
}

/** @param since  closes of candles that open later, ms UTC */
export function createToldCloses(since: number): ToldCloses {
  const told = new Map<string, Log>()
  const corrections: ToldCloses['corrections'] = []
  let reading = Promise.resolve()
  const logOf = (asset: string, tf: number) => {
    const key = `${asset} ${tf}`
    const known: Log = told.get(key) ?? { order: [], candles: new Map() }
    told.set(key, known)
    return known
  }
  const readOn = async (market: TestMarket, asset: string, tf: Timeframe) => {
    const { order, candles } = logOf(asset, tf)
    for (;;) {
      const page = await market.closes(asset, tf, order.at(-1) ?? since)
      if (page.length === 0) return
      for (const candle of page) {
        order.push(candle.openTime)
        candles.set(candle.openTime, candle)
      }
    }
  }
  const readAgain = async (market: TestMarket, { asset, from, to }: { asset: string; from: number; to: number }) => {
    for (const tf of timeframes) {
      const { candles } = logOf(asset, tf)
      const length = tf * 60_000
      const wrong = [...candles.keys()].filter((openTime) => openTime + length > from && openTime < to)
      const [first] = wrong
      if (first === undefined) continue
      const right = await market.candles({
        asset,
        tf,
        from: Math.min(...wrong),
        to: Math.max(...wrong) + 1,
        limit: 1000,
      })
      for (const candle of right) if (candles.has(candle.openTime)) candles.set(candle.openTime, candle)
    }
  }
  return {
    listen: (market) => {
      market.events.on(closeSettled, ({ asset, tf }) => {
        reading = reading.then(() => readOn(market, asset, tf))
      })
      market.events.on(candlesCorrected, (correction) => {
        corrections.push(correction)
        reading = reading.then(() => readAgain(market, correction))
        // What closed before the market was opened has no event of its own.
        for (const tf of timeframes) reading = reading.then(() => readOn(market, correction.asset, tf))
      })
    },
    of: (asset, tf) => [...logOf(asset, tf).candles.values()],
    order: (asset, tf) => logOf(asset, tf).order,
    corrections,
    idle: async () => {
      let before: Promise<void> | undefined
      while (before !== reading) {
        before = reading
        await before
      }
    },
  }
}
