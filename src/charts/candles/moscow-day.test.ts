import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { candleOf, type DecimalCandle } from '../../market/candle.ts'
import { hourMs } from '../../market/timeframe.ts'
import { createMoscowDay } from './moscow-day.ts'

/** Midnight in Moscow */
const midnight = Date.UTC(2026, 10, 29, 21)
const prices = fc.record({ price: fc.integer({ min: 1, max: 99_999 }), volume: fc.integer({ min: 0, max: 9_999_999 }) })
const begun = fc.record({ hour: fc.nat(47), answersAfter: fc.nat(3), failures: fc.nat(2) })

const hourOf = (at: number, [first, ...others]: readonly { price: number; volume: number }[]): DecimalCandle => {
  const all = [first ?? { price: 1, volume: 0 }, ...others]
  const cents = all.map(({ price }) => price)
  return {
    openTime: midnight + at * hourMs,
    open: (cents[0] ?? 0) / 100,
    high: Math.max(...cents) / 100,
    low: Math.min(...cents) / 100,
    close: (cents.at(-1) ?? 0) / 100,
    volume: all.reduce((sum, { volume }) => sum + volume, 0) / 1e5,
  }
}

test('the current day of Moscow equals its trades, whenever the chart was opened', async () => {
  const trades = fc.array(fc.array(prices, { minLength: 1, maxLength: 3 }), { minLength: 48, maxLength: 48 })
  await fc.assert(
    fc.asyncProperty(trades, begun, async (hours, { hour, answersAfter, failures }) => {
      const shown = new Map<number, DecimalCandle>()
      const waiting: (() => void)[] = []
      let [now, left, sent] = [hour, failures, 1]
      const day = createMoscowDay({
        source: { take: (candle) => void shown.set(candle.openTime, candleOf(candle)), correct: () => {} },
        fetchHours: (from) => {
          const page = hours.slice(0, now + 1).map((each, at) => hourOf(at, at === now ? each.slice(0, sent) : each))
          const { promise, resolve, reject } = Promise.withResolvers<DecimalCandle[]>()
          waiting.push(() =>
            left-- > 0 ? reject(new Error('away')) : resolve(page.filter((each) => each.openTime >= from)),
          )
          return promise
        },
        retry: (run) => run(),
      })
      let ticks = 0
      const settle = async () => {
        while (waiting.length > 0) {
          waiting.shift()?.()
          await Promise.resolve().then(() => {})
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
      for (; now < 48; now++) {
        const all = hours[now] ?? []
        for (const [at] of all.entries()) {
          sent = at + 1
          day.take(hourOf(now, all.slice(0, sent)))
          if (ticks++ >= answersAfter) await settle()
        }
      }
      await settle()
      for (const [open, candle] of shown) {
        const first = (open - midnight) / hourMs
        const all = hours.slice(first, first + 24).flat()
        expect(candle).toEqual(hourOf(first, all))
      }
      expect(shown.has(midnight + 24 * hourMs)).toBe(true)
    }),
  )
})
