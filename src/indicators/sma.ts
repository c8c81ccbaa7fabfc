import { createWindow, type Indicator, meanOf } from './indicator.ts'

export function createSma(length: number): Indicator {
  const window = createWindow(length)
  const peek = (price: number) => {
    const prices = window.with(price)
    return [prices.length < length ? undefined : meanOf(prices)]
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
