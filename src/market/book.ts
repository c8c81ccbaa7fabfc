import type { Candle, MinuteUpdate, Tick } from './candle.ts'
import { createCurrentCandles } from './current-candles.ts'
import type { MinuteLists } from './minute-blocks.ts'
import { createMinuteWindow } from './minute-window.ts'
import { createSettling, type SettledClose } from './settling.ts'
import type { Span } from './span.ts'
import { minuteMs, type Timeframe } from './timeframe.ts'

/** What minutes, or the verdict on missing ones, have changed. */
export interface BookNews {
  /** Current candles that changed, shortest timeframe first, ends before what follows. Closed ones have settled */
  ticks: Tick[]
  /** Candles that have settled, each once: of a timeframe in order, shortest first; also behind the current one */
  settled: Tick[]
  /** The past that has changed: minutes before the newest one, or one that had settled */
  corrected: Span | undefined
}

/** The last 49 hours of one asset's minutes, and the current candles of all timeframes built from them. */
export interface Book {
  /** Takes minutes in any order. Minutes older than a day change nothing. */
  take(updates: readonly MinuteUpdate[]): BookNews
  /** Takes note of minutes that the source does not have. */
  judge(missing: Span): BookNews
  current(tf: Timeframe): Tick | undefined
  minute(openTime: number): MinuteUpdate | undefined
  /** Those with `from <= openTime < to`, as one */
  merged(from: number, to: number): Candle | undefined
  /** Changes whenever a minute before the newest one has changed */
  revision(): number
}

const nothing: BookNews = { ticks: [], settled: [], corrected: undefined }

export interface Stored {
  minutes: MinuteLists
  /** Spans that are known to be missing at the source */
  missing: readonly Span[]
}

export interface BookOptions {
  /** What was told before a restart: the first candle to settle is the first that lacks a minute there. */
  stored?: Stored | undefined
  /** Where the history begins, ms UTC: see `createSettling` */
  horizon?: (() => number) | undefined
}

export function createBook(asset: string, { stored, horizon = () => 0 }: BookOptions = {}): Book {
  const minutes = createMinuteWindow(asset)
  const settling = createSettling(minutes, horizon)
  const currents = createCurrentCandles(asset, minutes, settling)
  let revision = 0

  const settledTicks = (closes: readonly SettledClose[]): Tick[] =>
    closes.flatMap(({ tf, openTime }) => {
      const built = currents.build(tf, openTime)
      return built ? [{ ...built, isClosed: true }] : []
    })
  const first = stored?.minutes.openTime[0]
  if (stored && first !== undefined) {
    minutes.load(stored.minutes)
    for (const span of stored.missing) settling.judge(span)
    // A history that is still on its way behind them holds nothing back, as at a first start.
    settling.begin(first)
    settling.advance()
    currents.update(true)
  }

  return {
    take: (updates) => {
      const newestBefore = minutes.newest()
      const news = minutes.put(updates)
      const [first] = news
      if (!first) return nothing
      if (!settling.hasBegun()) settling.begin(Math.min(...news.map(({ openTime }) => openTime)))
      const isPast = ({ openTime }: MinuteUpdate) => openTime < newestBefore || settling.isSettled(1, openTime)
      const corrected = spanOf(news.filter(isPast))
      const settled = settledTicks(settling.advance())
      const isOfNewest = news.every(({ openTime }) => openTime === newestBefore)
      const ticks = currents.update(!isOfNewest)
      if (!isOfNewest) {
        revision++
        minutes.prune()
        settling.prune()
      }
      return { ticks, settled, corrected }
    },
    judge: (missing) => {
      settling.judge(missing)
      const settled = settledTicks(settling.advance())
      return settled.length > 0 ? { ticks: currents.update(false), settled, corrected: undefined } : nothing
    },
    current: currents.of,
    minute: minutes.get,
    merged: minutes.merged,
    revision: () => revision,
  }
}

function spanOf(minutes: readonly MinuteUpdate[]): Span | undefined {
  if (minutes.length === 0) return undefined
  const times = minutes.map(({ openTime }) => openTime)
  return { from: Math.min(...times), to: Math.max(...times) + minuteMs }
}
