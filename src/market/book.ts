import type { Candle, MinuteUpdate, Tick } from './candle.ts'
import { createMinuteWindow, retentionMs } from './minute-window.ts'
import { createSettling, type SettledClose } from './settling.ts'
import type { Span } from './span.ts'
import { minuteMs, openTimeOf, type Timeframe, timeframes } from './timeframe.ts'
import { wholeUnits } from './units.ts'

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
  minutesFrom(time: number): MinuteUpdate[]
  /** Changes whenever a minute before the newest one has changed */
  revision(): number
}

export function mergeCandles(earlier: Candle, later: Candle): Candle {
  return {
    openTime: earlier.openTime,
    open: earlier.open,
    high: wholeUnits(Math.max(earlier.high, later.high)),
    low: wholeUnits(Math.min(earlier.low, later.low)),
    close: later.close,
    volume: wholeUnits(earlier.volume + later.volume),
  }
}

const nothing: BookNews = { ticks: [], settled: [], corrected: undefined }

export interface Stored {
  /** Ascending */
  minutes: readonly MinuteUpdate[]
  /** Spans that are known to be missing at the source */
  missing: readonly Span[]
}

export interface BookOptions {
  /** What was told before a restart: the first candle to settle is the first that lacks a minute there. */
  stored?: Stored | undefined
  /** Where the history begins, ms UTC: see `createSettling` */
  horizon?: (() => number) | undefined
}

interface Frame {
  tf: Timeframe
  current: Tick | undefined
  /** The minutes of the current candle before the newest one */
  base: Tick | undefined
}

export function createBook(asset: string, { stored, horizon = () => 0 }: BookOptions = {}): Book {
  const minutes = createMinuteWindow()
  const settling = createSettling(minutes, horizon)
  const frames = timeframes.map((tf): Frame => ({ tf, current: undefined, base: undefined }))
  const frameOf = new Map(frames.map((frame) => [frame.tf, frame]))
  let revision = 0

  const compose = (tf: Timeframe, from: number, to: number): Tick | undefined =>
    minutes.between(from, to).reduce<Tick | undefined>((candle, minute) => extend(asset, candle, minute, tf), undefined)

  const settledTicks = (closes: readonly SettledClose[]): Tick[] =>
    closes.flatMap(({ tf, openTime }) => {
      const built = compose(tf, openTime, openTime + tf * minuteMs)
      return built ? [{ ...built, isClosed: true }] : []
    })

  /** The end of a candle that was current before, unless that has been told. */
  const endOf = (before: Tick | undefined, current: Tick): Tick | undefined => {
    if (!before || before.isClosed || before.openTime === current.openTime) return undefined
    const { tf, openTime } = before
    const built = compose(tf, openTime, openTime + tf * minuteMs)
    const end = built && { ...built, isClosed: settling.isSettled(tf, openTime) }
    return end && isChanged(before, end) ? end : undefined
  }
  const ticksSince = (hasOlder: boolean): Tick[] => {
    const newest = minutes.get(minutes.newest())
    if (!newest) return []
    const ended: Tick[] = []
    const changed: Tick[] = []
    for (const frame of frames) {
      const { tf, current: before } = frame
      if (hasOlder) frame.base = compose(tf, openTimeOf(newest.openTime, tf), newest.openTime)
      const current = extend(asset, frame.base, newest, tf)
      current.isClosed = settling.isSettled(tf, current.openTime)
      frame.current = current
      const end = endOf(before, current)
      if (end) ended.push(end)
      if (!before || isChanged(before, current)) changed.push(current)
    }
    return ended.length > 0 ? [...ended, ...changed] : changed
  }
  const [first] = stored?.minutes ?? []
  if (stored && first) {
    minutes.put(stored.minutes)
    for (const span of stored.missing) settling.judge(span)
    // A history that is still on its way behind them holds nothing back, as at a first start.
    settling.begin(first.openTime)
    settling.advance()
    ticksSince(true)
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
      const ticks = ticksSince(!isOfNewest)
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
      return settled.length > 0 ? { ticks: ticksSince(false), settled, corrected: undefined } : nothing
    },
    current: (tf) => frameOf.get(tf)?.current,
    minute: minutes.get,
    minutesFrom: (time) => minutes.between(Math.max(time, minutes.newest() - retentionMs), minutes.newest() + minuteMs),
    revision: () => revision,
  }
}

function spanOf(minutes: readonly MinuteUpdate[]): Span | undefined {
  if (minutes.length === 0) return undefined
  const times = minutes.map(({ openTime }) => openTime)
  return { from: Math.min(...times), to: Math.max(...times) + minuteMs }
}

/** Of two ticks of one asset and timeframe. Field by field: this is asked for each timeframe with each tick of the feed. */
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

function extend(asset: string, base: Tick | undefined, minute: MinuteUpdate, tf: Timeframe): Tick {
  const openTime = openTimeOf(minute.openTime, tf)
  const { open, high, low, close, volume } = base ? mergeCandles(base, minute) : minute
  const time = Math.max(base?.time ?? minute.time, minute.time)
  return { asset, tf, openTime, open, high, low, close, volume, isClosed: false, time }
}
