import { createWindow, type Indicator, meanOf } from './indicator.ts'

/** Middle, upper and lower band: the mean and so many standard deviations (of the population) around it. */
export function createBollinger(length: number, deviations: number): Indicator {
  const window = createWindow(length)
  const peek = (price: number) => {
    const prices = window.with(price)
    if (prices.length < length) return [undefined, undefined, undefined]
    const middle = meanOf(prices)
    const deviation = Math.sqrt(meanOf(prices.map((each) => (each - middle) ** 2)))
    return [middle, middle + deviations * deviation, middle - deviations * deviation]
  }
  return {
    peek,
    close: (price) => {
      const values = peek(price)
      window.push(price)
      return values
    },
  }
}
