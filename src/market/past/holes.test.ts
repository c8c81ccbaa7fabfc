import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { minuteMs } from '../timeframe.ts'
import { holesOf } from './holes.ts'

const minutes = fc.integer({ min: 0, max: 40 })

test('holes are the minutes that are neither stored nor confirmed missing', () => {
  fc.assert(
    fc.property(
      fc.tuple(minutes, minutes),
      fc.uniqueArray(minutes),
      fc.array(fc.tuple(minutes, fc.integer({ min: 1, max: 9 })), { maxLength: 4 }),
      ([a, b], there, gaps) => {
        const span = { from: Math.min(a, b) * minuteMs, to: Math.max(a, b) * minuteMs }
        const sorted = there.map((minute) => minute * minuteMs).sort((x, y) => x - y)
        const missing = gaps
          .map(([from, length]) => ({ from: from * minuteMs, to: (from + length) * minuteMs }))
          .sort((x, y) => x.from - y.from)
        const holes = holesOf(span, sorted, missing)
        const inHoles = (time: number) => holes.some(({ from, to }) => from <= time && time < to)
        for (let time = span.from; time < span.to; time += minuteMs) {
          const isKnown = sorted.includes(time) || missing.some(({ from, to }) => from <= time && time < to)
          expect(inHoles(time)).toBe(!isKnown)
        }
        for (const { from, to } of holes) expect(span.from <= from && from < to && to <= span.to).toBe(true)
      },
    ),
  )
})
