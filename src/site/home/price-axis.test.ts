import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { PriceAxis, roundPrices } from './chart-mockup.tsx'

test('prices beside the chart are round and within its range', () => {
  expect(roundPrices(96_540, 94_120, 6)).toEqual([94_500, 95_000, 95_500, 96_000, 96_500])
})

test('a few lines fit between any two prices', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 10, max: 1_000_000 }), (bottom, spread) => {
      const lines = roundPrices(bottom + spread, bottom, 6)
      expect(lines.length).toBeGreaterThanOrEqual(2)
      expect(lines.length).toBeLessThanOrEqual(8)
    }),
  )
})

test('the label of the last price has the color of its candle', () => {
  const axis = { top: 10, bottom: 0, lines: [], last: 5, format: String }
  expect(renderToStaticMarkup(PriceAxis({ ...axis, isFalling: true }))).toContain('<rect class="is-falling"')
  expect(renderToStaticMarkup(PriceAxis({ ...axis, isFalling: false }))).not.toContain('is-falling')
})
