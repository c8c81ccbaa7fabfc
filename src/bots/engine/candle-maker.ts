import type { Candle } from '../../market/candle.ts'
import { minuteMs, openTimeOf, type Timeframe } from '../../market/timeframe.ts'
import { wholeUnits } from '../../market/units.ts'
import type { Minute } from './portfolio.ts'

/**
 * Builds candles from minutes, live and in replays. A candle settles with its last minute or, if that minute is
 * missing, with a later one.
 */
export interface CandleMaker {
  /** Ends a candle whose time is over. Call it before the minute is processed. @returns the candle that ended before */
  leave(minute: Minute): Candle | undefined
  /** Adds a minute. Call it after the minute is processed. @returns the candle that ends with the minute */
  add(minute: Minute): Candle | undefined
  /** Ends the run. @returns the unfinished candle, which later minutes would still change */
  end(): Candle | undefined
}

export function createCandleMaker(tf: Timeframe): CandleMaker {
  let candle: Candle | undefined
  const take = () => {
    const settled = candle
    candle = undefined
    return settled
  }
  return {
    leave: (minute) => (candle && openTimeOf(minute.openTime, tf) !== candle.openTime ? take() : undefined),
    add: (minute) => {
      const openTime = openTimeOf(minute.openTime, tf)
      candle = candle ? merged(candle, minute) : { ...minute, openTime }
      return minute.openTime + minuteMs === openTime + tf * minuteMs ? take() : undefined
    },
    end: take,
  }
}

function merged(candle: Candle, { high, low, close, volume }: Minute): Candle {
  return {
    openTime: candle.openTime,
    open: candle.open,
    high: high > candle.high ? high : candle.high,
    low: low < candle.low ? low : candle.low,
    close,
    volume: wholeUnits(candle.volume + volume),
  }
}
