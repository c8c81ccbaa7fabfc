import type { Candle, MinuteUpdate, Tick } from './candle.ts'
import { createMinuteWindow, retentionMs } from './minute-window.ts'
import { minuteMs, openTimeOf, type Timeframe, timeframes } from './timeframe.ts'
import { wholeUnits } from './units.ts'

/** The last 25 hours of one asset's minutes, and the current candles of all timeframes built from them. */
export interface Book {
  /**
   * Takes minutes in any order. Answers the current candles that have changed, shortest timeframe first, a closed one
   * before the one that follows it. Minutes older than a day change nothing.
   */
  take(updates: readonly MinuteUpdate[]): Tick[]
  current(tf: Timeframe): Tick | undefined
  minute(openTime: number): MinuteUpdate | undefined
  minutesFrom(time: number): MinuteUpdate[]
  /** Changes whenever a minute before the newest one has changed */
  revision(): number
}

/** Two adjacent candles as one. */
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

export function createBook(asset: string): Book {
  const minutes = createMinuteWindow()
  const currents = new Map<Timeframe, Tick>()
  /** The minutes of each current candle before the newest one */
  const bases = new Map<Timeframe, Tick>()
  let revision = 0

  const compose = (tf: Timeframe, from: number, to: number): Tick | undefined =>
    minutes.between(from, to).reduce<Tick | undefined>((candle, minute) => extend(asset, candle, minute, tf), undefined)

  const rebase = (tf: Timeframe) => {
    const base = compose(tf, openTimeOf(minutes.newest(), tf), minutes.newest())
    if (base) bases.set(tf, base)
    else bases.delete(tf)
  }

  return {
    take: (updates) => {
      const newestBefore = minutes.newest()
      const news = minutes.put(updates)
      const newest = minutes.get(minutes.newest())
      if (news.length === 0 || !newest) return []
      const isOfNewest = news.every(({ openTime }) => openTime === newestBefore)
      const ended: Tick[] = []
      const changed: Tick[] = []
      for (const tf of timeframes) {
        const before = currents.get(tf)
        if (!isOfNewest) rebase(tf)
        const current = extend(asset, bases.get(tf), newest, tf)
        currents.set(tf, current)
        if (before && before.openTime < current.openTime && !before.isClosed) {
          const end = compose(tf, before.openTime, before.openTime + tf * minuteMs)
          ended.push({ ...(end ?? before), isClosed: true })
        }
        if (!before || isChanged(before, current)) changed.push(current)
      }
      if (!isOfNewest) {
        revision++
        minutes.prune()
      }
      return [...ended, ...changed]
    },
    current: (tf) => currents.get(tf),
    minute: minutes.get,
    minutesFrom: (time) => minutes.between(Math.max(time, minutes.newest() - retentionMs), minutes.newest() + minuteMs),
    revision: () => revision,
  }
}

function extend(asset: string, base: Tick | undefined, minute: MinuteUpdate, tf: Timeframe): Tick {
  const openTime = openTimeOf(minute.openTime, tf)
  const { open, high, low, close, volume } = base ? mergeCandles(base, minute) : minute
  const isLast = minute.openTime + minuteMs === openTime + tf * minuteMs
  const time = Math.max(base?.time ?? 0, minute.time)
  return { asset, tf, openTime, open, high, low, close, volume, isClosed: isLast && minute.isClosed, time }
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
