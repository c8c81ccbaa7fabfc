import { expect } from 'bun:test'
import { type Candle, candleOf } from '../src/market/candle.ts'
import type { AssetSpan } from '../src/market/span.ts'
import { openTimeOf, type Timeframe, timeframes } from '../src/market/timeframe.ts'
import { candlesCorrected } from '../src/market/topics.ts'
import type { TestMarket } from './test-market.ts'

/** Max candles per query: more than the minutes of two days */
const limit = 5000

/** Candles of one asset and timeframe by `openTime`, each with the turn in which it was shown */
type Shown = Map<number, { candle: Candle; turn: number; isFinal: boolean }>

export interface Viewer {
  /** Expects that shown candles equal stored candles, and that every published correction changed something. */
  expectTruth(): Promise<void>
}

/** Mimics a chart: reads all candles once, applies every tick, and rereads corrected spans. */
export function openViewer(market: TestMarket): Viewer {
  const shown = new Map<string, Shown>()
  const shownOf = (asset: string, tf: Timeframe) => shown.getOrInsertComputed(`${asset} ${tf}`, () => new Map())
  const inVain: unknown[] = []
  let turn = 0
  const read = async (asset: string, tf: Timeframe, from: number, to?: number): Promise<boolean> => {
    const begun = ++turn
    const candles = await market.candles({ asset, tf, from: openTimeOf(from, tf), to, limit })
    const all = shownOf(asset, tf)
    const news = candles.filter((candle) => {
      const known = all.get(candle.openTime)
      return !known || (known.turn < begun && !Bun.deepEquals(known.candle, candle))
    })
    for (const candle of news) all.set(candle.openTime, { candle, turn: begun, isFinal: true })
    return news.length > 0
  }
  const readAll = async (asset: string, from: number, to?: number) => {
    let hasNews = false
    for (const tf of timeframes) hasNews = (await read(asset, tf, from, to)) || hasNews
    return hasNews
  }
  market.onTick((tick) => {
    shownOf(tick.asset, tick.tf).set(tick.openTime, { candle: candleOf(tick), turn: ++turn, isFinal: tick.isClosed })
  })
  /**
   * Whether a read or a closing tick after the turn `since` already brought news of the span. A read may come between
   * the write and its event; the end of an outage closes the current minute by a tick and corrects it as well.
   */
  const wasShownSince = ({ asset, from, to }: AssetSpan, since: number) =>
    timeframes.some((tf) =>
      [...shownOf(asset, tf)].some(
        ([openTime, { turn, isFinal }]) => isFinal && turn > since && openTime >= openTimeOf(from, tf) && openTime < to,
      ),
    )
  /** Turn of the last correction of each asset */
  const correctedAt = new Map<string, number>()
  let reading: Promise<unknown> = Promise.resolve()
  market.events.on(candlesCorrected, (span) => {
    const since = correctedAt.get(span.asset) ?? 0
    correctedAt.set(span.asset, turn)
    reading = reading.then(async () => {
      const hasNews = await readAll(span.asset, span.from, span.to)
      if (!hasNews && !wasShownSince(span, since)) inVain.push(span)
    })
  })
  for (const { asset } of market.instruments) reading = reading.then(() => readAll(asset, 0))
  return {
    expectTruth: async () => {
      await reading
      for (const { asset } of market.instruments) {
        for (const tf of timeframes) {
          const candles = await market.candles({ asset, tf, from: 0, limit })
          const seen = [...shownOf(asset, tf).values()].map(({ candle }) => candle)
          seen.sort((one, other) => one.openTime - other.openTime)
          expect({ asset, tf, seen }).toEqual({ asset, tf, seen: candles })
        }
      }
      expect(inVain).toEqual([])
    },
  }
}
