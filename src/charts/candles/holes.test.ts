import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { closeTimeOf, dayMs, openTimeOf, timeframes } from '../../market/timeframe.ts'
import { holesOf, spanText } from './holes.ts'

const candleAt = (openTime: number) => ({ openTime, open: 1, high: 1, low: 1, close: 1, volume: 1 })

test('the holes of a list are exactly its missing candles', () => {
  const lists = fc.record({
    tf: fc.constantFrom(...timeframes),
    start: fc.integer({ min: 0, max: 2e12 }),
    present: fc.array(fc.boolean(), { minLength: 2, maxLength: 40 }),
  })
  fc.assert(
    fc.property(lists, ({ tf, start, present }) => {
      let time = openTimeOf(start, tf)
      const times = present.map(() => {
        const own = time
        time = closeTimeOf(time, tf)
        return own
      })
      const shown = times.filter((_, at) => present[at])
      const missing = times.filter((own, at) => !present[at] && own > (shown[0] ?? 0) && own < (shown.at(-1) ?? 0))
      const found = holesOf(shown.map(candleAt), tf).flatMap(({ index, first, last }) => {
        expect(shown[index - 1]).toBeLessThan(first)
        expect(shown[index]).toBe(closeTimeOf(last, tf))
        return times.filter((own) => own >= first && own <= last)
      })
      expect(found).toEqual(missing)
    }),
  )
})

test('21 missing days are one hole from the first to the last of them', () => {
  const days = [1, 2, 24, 25].map((day) => candleAt(Date.UTC(2026, 10, day)))
  const [hole, ...others] = holesOf(days, 1440)
  expect(others).toEqual([])
  const text = hole && spanText(hole, (time) => new Date(time).toISOString().slice(0, 10))
  expect(text).toBe('2026-11-03 – 2026-11-23')
  expect(hole && (hole.last - hole.first) / dayMs + 1).toBe(21)
})
