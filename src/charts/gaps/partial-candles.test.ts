import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { closeTimeOf, dayMs, minuteMs, moscowDay, openTimeOf } from '../../market/timeframe.ts'
import { partialCandles } from './partial-candles.ts'

const begin = Date.UTC(2026, 10, 27)

test('each candle tells the minutes that it lacks, and no others', () => {
  const spans = fc
    .uniqueArray(fc.integer({ min: 0, max: 3 * 1440 }), { minLength: 2, maxLength: 16 })
    .map((ends) => ends.sort((one, other) => one - other).map((minute) => begin + minute * minuteMs))
    .map((ends) =>
      ends.flatMap((from, at) => (at % 2 === 0 && ends[at + 1] ? [{ from, to: ends[at + 1] ?? from }] : [])),
    )
  const lengths = fc.constantFrom(...([3, 60, 240, 1440, moscowDay] as const))
  fc.assert(
    fc.property(spans, lengths, (gaps, tf) => {
      const isMissing = (time: number) => gaps.some(({ from, to }) => from <= time && time < to)
      const minutes = Array.from({ length: 3 * 1440 }, (_, at) => begin + at * minuteMs)
      const candles = [...new Set(minutes.filter((time) => !isMissing(time)).map((time) => openTimeOf(time, tf)))]
      const shown = candles.map((openTime) => ({ openTime, open: 1, high: 1, low: 1, close: 1, volume: 1 }))
      const found = partialCandles(shown, tf, gaps)
      for (const openTime of candles) {
        const own = Array.from({ length: (closeTimeOf(openTime, tf) - openTime) / minuteMs }, (_, at) => {
          return openTime + at * minuteMs
        })
        const missing = own.filter(isMissing)
        expect(found.get(openTime)?.missing ?? 0).toBe(missing.length)
        const told =
          found.get(openTime)?.gaps.flatMap(({ from, to }) => own.filter((at) => at >= from && at < to)) ?? []
        expect(told).toEqual(missing)
        expect(found.get(openTime)?.total ?? own.length).toBe(own.length)
      }
      expect([...found.keys()].filter((openTime) => !candles.includes(openTime))).toEqual([])
    }),
    { numRuns: 50 },
  )
})

test('the text of a gap of several days names the first and the last day', () => {
  const day = (at: number) => ({ openTime: begin + at * dayMs, open: 1, high: 1, low: 1, close: 1, volume: 1 })
  const gap = { from: begin + 0.5 * dayMs, to: begin + 3.25 * dayMs }
  const found = partialCandles([day(0), day(3), day(4)], 1440, [gap])
  expect([...found].map(([openTime, { missing }]) => [(openTime - begin) / dayMs, missing])).toEqual([
    [0, 720],
    [3, 360],
  ])
})
