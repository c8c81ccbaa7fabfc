import { createIndicator, type Indicator, type IndicatorCandle } from './indicator.ts'
import { createPath, type Recursion } from './path.ts'

interface Step {
  high: number
  low: number
  /** Highest high and lowest low of the two candles before; a stop never lies within them */
  highBefore: number
  lowBefore: number
}

interface Stop {
  price: number
  isRising: boolean
  /** Highest high or lowest low of the trend */
  extreme: number
  acceleration: number
}

function put(into: Stop, price: number, isRising: boolean, extreme: number, acceleration: number): void {
  into.price = price
  into.isRising = isRising
  into.extreme = extreme
  into.acceleration = acceleration
}

/** The stop moves towards the extreme of the trend, faster with each new one; a candle that touches it turns the trend. */
function following(initial: number, increment: number, limit: number): Recursion<Step, Stop> {
  const acceleration = Math.min(initial, limit)
  return {
    create: () => ({ price: 0.5, isRising: true, extreme: 0.5, acceleration }),
    begin: ({ high, low }, into) => put(into, low, true, high, acceleration),
    step: (before, { high, low, highBefore, lowBefore }, into) => {
      const { isRising, extreme } = before
      const moved = before.price + before.acceleration * (extreme - before.price)
      const price = isRising ? Math.min(moved, lowBefore) : Math.max(moved, highBefore)
      if (isRising && low < price) {
        return put(into, Math.max(extreme, high, highBefore), false, low, acceleration)
      }
      if (!isRising && high > price) {
        return put(into, Math.min(extreme, low, lowBefore), true, high, acceleration)
      }
      if (isRising ? high <= extreme : low >= extreme) {
        return put(into, price, isRising, extreme, before.acceleration)
      }
      const faster = Math.min(before.acceleration + increment, limit)
      return put(into, price, isRising, isRising ? high : low, faster)
    },
    isSame: (left, right) =>
      left.price === right.price &&
      left.isRising === right.isRising &&
      left.extreme === right.extreme &&
      left.acceleration === right.acceleration,
  }
}

/** Wilder's parabolic stop and its direction, 1 while it rises below the price and −1 while it falls above it */
export function createSar(initial: number, increment: number, limit: number): Indicator {
  const path = createPath(following(initial, increment, limit))
  let newest: IndicatorCandle | undefined
  let older: IndicatorCandle | undefined
  return createIndicator(
    (candle, act) => {
      if (!newest || !older) return [undefined, undefined]
      const { price, isRising } = path[act]({
        high: candle.high,
        low: candle.low,
        highBefore: Math.max(newest.high, older.high),
        lowBefore: Math.min(newest.low, older.low),
      })
      return [price, isRising ? 1 : -1]
    },
    (candle) => {
      older = newest
      newest = candle
    },
  )
}
