import fc from 'fast-check'
import { minuteMs } from '../../src/market/timeframe.ts'
import { minuteOf } from './feed.ts'

/** Returns a final minute and the feed's updates before it closes. */
export function minuteFrom(asset: string, openTime: number, cents: number[], steps: number) {
  const prices = cents.map((price) => price / 100)
  const updates = prices.map((close, at) => {
    const so = prices.slice(0, at + 1)
    return minuteOf(asset, openTime, close, {
      open: so[0] ?? close,
      high: Math.max(...so),
      low: Math.min(...so),
      volume: Math.round((steps * (at + 1)) / prices.length) / 1e5,
      isClosed: false,
      time: openTime + at,
    })
  })
  const last = updates.at(-1) ?? minuteOf(asset, openTime, 1)
  const closed = { ...last, isClosed: true, time: openTime + minuteMs }
  return { closed, updates: [...updates, closed] }
}

const cents = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 3 })

/** Generates consecutive minutes that end twelve minutes after midnight */
export function minuteSeries(asset: string, midnight: number) {
  const minutes = fc.array(fc.tuple(cents, fc.integer({ min: 0, max: 1_000_000_000 })), { minLength: 3, maxLength: 90 })
  return minutes.map((all) =>
    all.map(([prices, steps], at) => minuteFrom(asset, midnight + (at - all.length + 12) * minuteMs, prices, steps)),
  )
}
