import { mergeCandles, type Tick } from './candle.ts'
import type { MergedMinutes } from './minute-blocks.ts'
import type { MinuteWindow } from './minute-window.ts'
import type { Settling } from './settling.ts'
import { minuteMs, openTimeOf, type Timeframe, timeframes } from './timeframe.ts'

/** The still-open candles of one asset, one per timeframe */
export interface CurrentCandles {
  of(tf: Timeframe): Tick | undefined
  /**
   * Updates the candles from the minutes. @param hasOlder  whether a minute before the newest one changed
   * @returns changed candles, shortest timeframe first, preceded by the ends of candles that were current until now
   */
  update(hasOlder: boolean): Tick[]
  /** Builds any candle from its minutes. `isClosed` is always false. */
  build(tf: Timeframe, openTime: number): Tick | undefined
}

interface Frame {
  tf: Timeframe
  current: Tick | undefined
  /** Merged minutes of the current candle, without the newest one */
  base: Tick | undefined
}

export function createCurrentCandles(
  asset: string,
  minutes: Pick<MinuteWindow, 'merged' | 'get' | 'newest'>,
  settling: Pick<Settling, 'isSettled'>,
): CurrentCandles {
  const frames = timeframes.map((tf): Frame => ({ tf, current: undefined, base: undefined }))
  const frameOf = new Map(frames.map((frame) => [frame.tf, frame]))

  const compose = (tf: Timeframe, from: number, to: number): Tick | undefined => {
    const merged = minutes.merged(from, to)
    return merged && extend(asset, undefined, merged, tf)
  }
  const build = (tf: Timeframe, openTime: number) => compose(tf, openTime, openTime + tf * minuteMs)

  /** Returns the end of the previously current candle, unless it was already published. */
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
    },
  }
}

/** Compares ticks of one asset and timeframe. Field by field for speed: runs per timeframe on each tick of the feed. */
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

function extend(asset: string, base: Tick | undefined, minute: MergedMinutes, tf: Timeframe): Tick {
  const openTime = openTimeOf(minute.openTime, tf)
  const { open, high, low, close, volume } = base ? mergeCandles(base, minute) : minute
  const time = Math.max(base?.time ?? minute.time, minute.time)
  return { asset, tf, openTime, open, high, low, close, volume, isClosed: false, time }
}
