import type { Candle, MinuteUpdate, Tick } from './candle.ts'
import { createDayWindow, type DayWindow, type OlderDay } from './day-window.ts'
import {
  createMinuteWindow,
  type MergedMinutes,
  type MinuteLists,
  type MinuteWindow,
  mergedWith,
} from './minute-window.ts'
import { createKnownMinutes, createSettling, type SettledClose, type Settling } from './settling.ts'
import type { Span } from './span.ts'
import { closeTimeOf, minuteMs, openTimeOf, type Timeframe, timeframes } from './timeframe.ts'

/** Changes in the candles of one asset, caused by new minutes or by minutes confirmed missing */
export interface CandleChanges {
  /**
   * Changed current candles, shortest timeframe first; an end comes before its successor. Closed candles have settled.
   */
  ticks: Tick[]
  /** Newly settled candles, each once, in order per timeframe, shortest first; may include some before the current */
  settled: Tick[]
  /** Span of the changed past: minutes before the newest one, or a minute that had already settled */
  corrected: Span | undefined
}

/** Window of the last 49 hours of minutes of one asset, with the current candles of all timeframes built from them */
export interface CandleWindow {
  /** Accepts minutes in any chronological order. Minutes older than the window change nothing. */
  take(updates: readonly MinuteUpdate[]): CandleChanges
  /** Records that the source does not have these minutes. */
  markMissing(missing: Span): CandleChanges
  /** Sets days before the minutes in memory as they are stored. */
  loadDays(days: readonly OlderDay[]): void
  current(tf: Timeframe): Tick | undefined
  minute(openTime: number): MinuteUpdate | undefined
  /** Merges the minutes with `from <= openTime < to` into one candle; undefined without minutes. */
  merged(from: number, to: number): Candle | undefined
  /** A number that changes whenever a minute before the newest one changes */
  revision(): number
}

const nothing: CandleChanges = { ticks: [], settled: [], corrected: undefined }

interface StoredMinutes {
  minutes: MinuteLists
  /** Spans whose minutes the source is confirmed not to have */
  missing: readonly Span[]
  /** See `loadDays` */
  days?: readonly OlderDay[] | undefined
}

export interface CandleWindowOptions {
  /** Minutes stored before a restart. Settling resumes at the first candle that lacks one of its minutes there. */
  stored?: StoredMinutes | undefined
  /** Start of the history, ms UTC: candles that lack a minute before then are skipped */
  horizon?: (() => number) | undefined
}

export function createCandleWindow(
  asset: string,
  { stored, horizon = () => 0 }: CandleWindowOptions = {},
): CandleWindow {
  const minutes = createMinuteWindow(asset)
  const known = createKnownMinutes(minutes)
  const days = createDayWindow(minutes, known.areKnown)
  const settling = createSettling(minutes, days, known.areKnown, horizon)
  const currents = createCurrentCandles(asset, { minutes, days, settling })
  let revision = 0

  const settledTicks = (closes: readonly SettledClose[]): Tick[] =>
    closes.flatMap(({ tf, openTime }) => {
      const built = currents.build(tf, openTime)
      return built ? [{ ...built, isClosed: true }] : []
    })
  const first = stored?.minutes.openTime[0]
  if (stored && first !== undefined) {
    minutes.load(stored.minutes)
    for (const span of stored.missing) known.markMissing(span)
    days.load(stored.days ?? [])
    // A backfill of minutes before the stored ones may still run. It does not block settling, as on a first start.
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
        days.keep()
        minutes.prune()
        known.prune()
      }
      return { ticks, settled, corrected }
    },
    markMissing: (missing) => {
      known.markMissing(missing)
      settling.reconsider()
      const settled = settledTicks(settling.advance())
      return settled.length > 0 ? { ticks: currents.update(false), settled, corrected: undefined } : nothing
    },
    loadDays: (loaded) => {
      days.load(loaded)
      settling.reconsider()
      // The next minute emits the ticks: it is due within seconds.
      currents.update(true)
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

/** The still-open candles of one asset, one per timeframe */
interface CurrentCandles {
  of(tf: Timeframe): Tick | undefined
  /**
   * Updates the candles from the minutes. @param hasOlder  whether a minute before the newest one changed
   * @returns changed candles, shortest timeframe first, each preceded by the end of the candle it succeeds
   */
  update(hasOlder: boolean): Tick[]
  /** Builds any candle of a timeframe from its minutes. `isClosed` of the result is always false. */
  build(tf: Timeframe, openTime: number): Tick | undefined
}

interface Frame {
  tf: Timeframe
  current: Tick | undefined
  /** Merged minutes of the current candle except the newest one, which changes most often */
  base: MergedMinutes | undefined
}

interface CandleParts {
  minutes: Pick<MinuteWindow, 'merged' | 'get' | 'newest'>
  days: Pick<DayWindow, 'merged'>
  settling: Pick<Settling, 'isSettled'>
}

function createCurrentCandles(asset: string, { minutes, days, settling }: CandleParts): CurrentCandles {
  const frames = timeframes.map((tf): Frame => ({ tf, current: undefined, base: undefined }))
  const frameOf = new Map(frames.map((frame) => [frame.tf, frame]))

  const merge = (tf: Timeframe, from: number, to: number) => (tf > 1440 ? days : minutes).merged(from, to)
  const build = (tf: Timeframe, openTime: number) => {
    const merged = merge(tf, openTime, closeTimeOf(openTime, tf))
    return merged && tickOf(asset, tf, merged)
  }
  /** Merges the minutes before the newest one of each frame. Each merge reuses that of the frame before. */
  const mergeBases = (newest: number) => {
    let [begin, base]: [number, MergedMinutes | undefined] = [newest, undefined]
    for (const frame of frames) {
      const from = openTimeOf(newest, frame.tf)
      // A candle of five minutes may begin after the one of three.
      if (from > begin) [begin, base] = [newest, undefined]
      const earlier = merge(frame.tf, from, begin)
      base = earlier && base ? mergedWith(earlier, base) : (earlier ?? base)
      begin = from
      frame.base = base
    }
  }

  /** Returns the final tick of the candle that was current before, unless it was already published. */
  const endOf = (before: Tick | undefined, current: Tick): Tick | undefined => {
    if (!before || before.isClosed || before.openTime === current.openTime) return undefined
    const { tf, openTime } = before
    const built = build(tf, openTime)
    const end = built && { ...built, isClosed: settling.isSettled(tf, openTime) }
    return end && isChanged(before, end) ? end : undefined
  }
  return {
    of: (tf) => frameOf.get(tf)?.current,
    build,
    update: (hasOlder) => {
      const newest = minutes.get(minutes.newest())
      if (!newest) return []
      const ended: Tick[] = []
      const changed: Tick[] = []
      if (hasOlder) mergeBases(newest.openTime)
      for (const frame of frames) {
        const { tf, base, current: before } = frame
        const current = tickOf(asset, tf, base ? mergedWith(base, newest) : newest)
        current.isClosed = settling.isSettled(tf, current.openTime)
        frame.current = current
        const end = endOf(before, current)
        if (end) ended.push(end)
        if (!before || isChanged(before, current)) changed.push(current)
      }
      return ended.length > 0 ? [...ended, ...changed] : changed
    },
  }
}

/** Compares two ticks of one asset and timeframe field by field for speed: runs per timeframe on each feed tick. */
function isChanged(before: Tick, now: Tick): boolean {
  return (
    before.time !== now.time ||
    before.close !== now.close ||
    before.volume !== now.volume ||
    before.high !== now.high ||
    before.low !== now.low ||
    before.openTime !== now.openTime ||
    before.open !== now.open ||
    before.isClosed !== now.isClosed
  )
}

function tickOf(asset: string, tf: Timeframe, merged: MergedMinutes): Tick {
  const { open, high, low, close, volume, time } = merged
  return { asset, tf, openTime: openTimeOf(merged.openTime, tf), open, high, low, close, volume, isClosed: false, time }
}
