import type { Candle, MinuteUpdate, Tick } from './candle.ts'
import { createCurrentCandles } from './current-candles.ts'
import type { MinuteLists } from './minute-blocks.ts'
import { createMinuteWindow } from './minute-window.ts'
import { createSettling, type SettledClose } from './settling.ts'
import type { Span } from './span.ts'
import { minuteMs, type Timeframe } from './timeframe.ts'

/** Changes caused by new minutes, or by minutes confirmed missing */
export interface CandleChanges {
  /** Changed current candles, shortest timeframe first; ends come before their successors. Closed ones have settled. */
  ticks: Tick[]
  /** Settled candles, each once, in order per timeframe, shortest first; may include candles before the current one */
  settled: Tick[]
  /** Changed part of the past: minutes before the newest one, or a minute that had already settled */
  corrected: Span | undefined
}

/** The last 49 hours of minutes of one asset, and the current candles of all timeframes built from them */
export interface CandleWindow {
  /** Accepts minutes in any order. Minutes older than the window change nothing. */
  take(updates: readonly MinuteUpdate[]): CandleChanges
  /** Records minutes that the source does not have. */
  markMissing(missing: Span): CandleChanges
  current(tf: Timeframe): Tick | undefined
  minute(openTime: number): MinuteUpdate | undefined
  /** Merges the minutes with `from <= openTime < to` into one candle. */
  merged(from: number, to: number): Candle | undefined
  /** Changes whenever a minute before the newest one changes */
  revision(): number
}

const nothing: CandleChanges = { ticks: [], settled: [], corrected: undefined }

export interface StoredMinutes {
  minutes: MinuteLists
  /** Spans confirmed missing at the source */
  missing: readonly Span[]
}

export interface CandleWindowOptions {
  /** Minutes stored before a restart. Settling resumes at the first candle that lacks a minute there. */
  stored?: StoredMinutes | undefined
  /** Start of the history, ms UTC: see `createSettling` */
  horizon?: (() => number) | undefined
}

export function createCandleWindow(
  asset: string,
  { stored, horizon = () => 0 }: CandleWindowOptions = {},
): CandleWindow {
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
    for (const span of stored.missing) settling.markMissing(span)
    // A backfill still running before these minutes does not block settling, as on a first start.
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
    markMissing: (missing) => {
      settling.markMissing(missing)
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
