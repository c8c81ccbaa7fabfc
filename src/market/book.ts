import type { Candle, MinuteUpdate, Tick } from './candle.ts'
import type { Instrument } from './instrument.ts'
import { minuteMs, openTimeOf, type Timeframe, timeframes } from './timeframe.ts'

/** How far back minutes stay in memory: the current day and the last 24 hours lie within it. */
export const keptMs = 25 * 60 * minuteMs

/** The last minutes of one asset, and the current candles of all timeframes that follow from them. */
export interface Book {
  /**
   * Takes minutes in any order. Answers the current candles that have changed, shortest timeframe first; one that a
   * later candle follows is told closed before it. Minutes older than a day change nothing here.
   */
  take(updates: readonly MinuteUpdate[]): Tick[]
  /** The newest candle of a timeframe; nothing before the first minute */
  current(tf: Timeframe): Tick | undefined
  /** A minute of the last 25 hours; nothing when it is not known */
  minute(openTime: number): MinuteUpdate | undefined
  /** Minutes in memory from a moment on, ascending, the newest last */
  minutesFrom(time: number): MinuteUpdate[]
  /** Another number whenever a minute before the newest one has changed */
  revision(): number
}

/**
 * Whether an update of a minute replaces what is known of it: a closed one beats an open one, else the later one holds.
 * So the outcome is the same in whatever order they come, and however often.
 */
export function replaces(update: MinuteUpdate, known: MinuteUpdate | undefined): boolean {
  if (!known) return true
  if (update.isClosed !== known.isClosed) return update.isClosed
  return update.time > known.time
}

/** A candle and what came after it, as one. The sum of volumes is rounded to digits after the point. */
export function join(earlier: Candle, later: Candle, volumeDigits: number): Candle {
  const scale = 10 ** volumeDigits
  return {
    openTime: earlier.openTime,
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    close: later.close,
    volume: Math.round((earlier.volume + later.volume) * scale) / scale,
  }
}

export function createBook({ asset, volumeDigits }: Pick<Instrument, 'asset' | 'volumeDigits'>): Book {
  const minutes = new Map<number, MinuteUpdate>()
  const currents = new Map<Timeframe, Tick>()
  /** What the newest minute is joined to: the minutes of the same candle before it */
  const bases = new Map<Timeframe, Tick>()
  let newest = Number.NEGATIVE_INFINITY
  let revision = 0

  const joined = (base: Tick | undefined, minute: MinuteUpdate, tf: Timeframe): Tick => {
    const openTime = openTimeOf(minute.openTime, tf)
    const { open, high, low, close, volume } = base ? join(base, minute, volumeDigits) : minute
    const isLast = minute.openTime + minuteMs === openTime + tf * minuteMs
    const time = Math.max(base?.time ?? 0, minute.time)
    return { asset, tf, openTime, open, high, low, close, volume, isClosed: isLast && minute.isClosed, time }
  }

  /** The minutes from one time until before another, as one candle. */
  const compose = (tf: Timeframe, from: number, to: number): Tick | undefined => {
    let candle: Tick | undefined
    for (let openTime = from; openTime < to; openTime += minuteMs) {
      const minute = minutes.get(openTime)
      if (minute) candle = joined(candle, minute, tf)
    }
    return candle
  }

  /** Sets what the newest minute is joined to. */
  const rebase = (tf: Timeframe) => {
    const base = compose(tf, openTimeOf(newest, tf), newest)
    if (base) bases.set(tf, base)
    else bases.delete(tf)
  }

  /** Whether the minute is news. */
  const put = (update: MinuteUpdate): boolean => {
    const { openTime } = update
    if (openTime < newest - keptMs || !replaces(update, minutes.get(openTime))) return false
    minutes.set(openTime, update)
    return true
  }

  const forget = () => {
    for (const openTime of minutes.keys()) {
      if (openTime < newest - keptMs) minutes.delete(openTime)
    }
  }

  return {
    take: (updates) => {
      const news = updates.filter(put)
      const [first] = news
      if (!first) return []
      const isOfNewest = news.every(({ openTime }) => openTime === newest)
      newest = news.reduce((latest, { openTime }) => Math.max(latest, openTime), newest)
      const minute = minutes.get(newest) ?? first
      const ended: Tick[] = []
      const changed: Tick[] = []
      for (const tf of timeframes) {
        const before = currents.get(tf)
        if (!isOfNewest) rebase(tf)
        const current = joined(bases.get(tf), minute, tf)
        currents.set(tf, current)
        if (before && before.openTime < current.openTime && !before.isClosed) {
          const end = compose(tf, before.openTime, before.openTime + tf * minuteMs)
          ended.push({ ...(end ?? before), isClosed: true })
        }
        if (!before || isChanged(before, current)) changed.push(current)
      }
      if (!isOfNewest) {
        revision++
        forget()
      }
      return [...ended, ...changed]
    },
    current: (tf) => currents.get(tf),
    minute: (openTime) => minutes.get(openTime),
    minutesFrom: (time) => {
      const found: MinuteUpdate[] = []
      for (let openTime = openTimeOf(Math.max(time, newest - keptMs), 1); openTime <= newest; openTime += minuteMs) {
        const minute = minutes.get(openTime)
        if (minute && openTime >= time) found.push(minute)
      }
      return found
    },
    revision: () => revision,
  }
}

function isChanged(before: Tick, now: Tick): boolean {
  return (
    before.openTime !== now.openTime ||
    before.time !== now.time ||
    before.close !== now.close ||
    before.volume !== now.volume ||
    before.high !== now.high ||
    before.low !== now.low ||
    before.open !== now.open ||
    before.isClosed !== now.isClosed
  )
}
