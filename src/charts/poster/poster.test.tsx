import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { chooseIndicator, indicatorIds } from '../../indicators/catalog.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { legible } from '../canvas/palette.ts'
import { type ChartState, chartKinds, priceScales } from '../chart-state.ts'
import { priceAxis, timeMarks } from './marks.ts'
import { Poster } from './poster.tsx'
import { paneHeight, paneShares, roundValues, scaleOf } from './shapes.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 10, 20)
const candle = (index: number, close: number): DecimalCandle => ({
  openTime: start + index * hour,
  open: close - 1,
  high: close + 2,
  low: close - 2,
  close,
  volume: index,
})
const usual: ChartState = {
  asset: 'BTCUSDT',
  tf: 60,
  kind: 'candles',
  scale: 'normal',
  hasVolume: true,
  indicators: [],
}

const draw = (state: Partial<ChartState>, candles: DecimalCandle[], colors = {}) =>
  renderToStaticMarkup(
    <Poster
      state={{ ...usual, ...state }}
      candles={candles}
      count={48}
      colors={colors}
      priceDigits={2}
      locale="en"
      className="is-wide"
    />,
  )

describe('the server’s picture', () => {
  const prices = fc.array(fc.integer({ min: 300, max: 10_000_000 }), { minLength: 1, maxLength: 60 })
  const looks = fc.record({
    kind: fc.constantFrom(...chartKinds),
    scale: fc.constantFrom(...priceScales),
    hasVolume: fc.boolean(),
    indicators: fc.subarray([...indicatorIds]).map((ids) => ids.map((id) => chooseIndicator(id, [3, 4, 2]))),
  })

  test('has only finite numbers, whatever is drawn', () => {
    fc.assert(
      fc.property(looks, prices, (look, cents) => {
        const html = draw(
          look,
          cents.map((price, index) => candle(index, price / 100)),
        )
        expect(html).not.toMatch(/NaN|Infinity|undefined/)
        expect(html).toContain('chart-poster-last')
      }),
      { numRuns: 60 },
    )
  })

  test('is empty without candles', () => expect(draw({}, [])).toBe(''))

  test('uses the colors that the user chose', () => {
    const html = draw({ kind: 'line' }, [candle(0, 5), candle(1, 6)], { line: '#123456' })
    expect(html).toContain('<path class="chart-ink-line" stroke="#123456"')
  })

  test('draws lines of indicators in their own colors and widths, legible in both modes', () => {
    const candles = Array.from({ length: 40 }, (_, index) => candle(index, 50 + (index % 7)))
    const indicators = [
      { ...chooseIndicator('bollinger', [3, 2]), colors: [undefined, '#123456'], width: 3 as const },
      { ...chooseIndicator('macd', [2, 3, 2]), colors: [undefined, undefined, '#654321'] },
    ]
    const html = draw({ indicators }, candles)
    expect(html).toContain(`stroke="${legible('#123456')}" stroke-width="3" opacity="1"`)
    expect(html).toContain(`fill="${legible('#654321')}" opacity="0.5"`)
    expect(html).toContain('<path class="chart-ink-indicator chart-ink-macd is-line" d=')
  })

  test('gives panes the heights of the live chart', () => {
    const [rsi, atr, macd] = [chooseIndicator('rsi'), chooseIndicator('atr'), chooseIndicator('macd')]
    expect(paneShares([])).toEqual([1])
    expect(paneShares([rsi])).toEqual([3.2 / 4.2, 1 / 4.2])
    expect(paneShares([rsi, { ...atr, size: 200 }])).toEqual([3.2 / 6.2, 1 / 6.2, 2 / 6.2])
    expect(paneShares([rsi, { ...atr, isJoined: true }, { ...macd, size: 40 }])).toHaveLength(3)
    const [main = 0, ...others] = paneShares([{ ...rsi, isCollapsed: true, size: 300 }, macd])
    expect(others[0]).toBe(0.05)
    expect(main / (others[1] ?? 0)).toBeCloseTo(3.2)
    const candles = Array.from({ length: 60 }, (_, index) => candle(index, 50 + (index % 7)))
    const html = draw({ indicators: [{ ...rsi, size: 200 }, atr] }, candles)
    expect(html).toContain(`y="${100 * (3.2 / 6.2)}%" width="100%" height="${100 * (2 / 6.2)}%"`)
  })

  test('measures percent from the first visible candle', () => {
    const html = draw({ scale: 'percent', kind: 'line' }, [candle(0, 100), candle(1, 110)])
    expect(html).toContain('>10.00 %<')
    expect(html).toContain('>4.00 %<')
    expect(html).not.toContain('>104')
  })
})

test('scales keep their margins, and a logarithmic one has equal distances for equal ratios', () => {
  const margins = { top: 0.1, bottom: 0.2 }
  const even = scaleOf([10, 20], margins)
  expect([even.y(20), even.y(10), even.y(15)]).toEqual([paneHeight * 0.1, paneHeight * 0.8, paneHeight * 0.45])
  const { y } = scaleOf([1, 100], margins, true)
  expect(y(10)).toBe((y(1) + y(100)) / 2)
  expect(scaleOf([5, 5], margins).y(5)).toBe(450)
})

test('round values are round, ascending and within their bounds', () => {
  expect(roundValues(96_000, 104_500, 6)).toEqual([96_000, 98_000, 100_000, 102_000, 104_000])
  expect(roundValues(1, 1, 5)).toEqual([])
  const bound = fc.double({ min: 0.00001, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(bound, bound, (low, spread) => {
      const high = low + spread
      const values = roundValues(low, high, 8)
      expect(values.length).toBeLessThan(40)
      const slack = spread * 1e-6
      for (const value of values) expect(value >= low - slack && value <= high + slack).toBe(true)
    }),
  )
})

test('times are marked at round Moscow times; midnight shows the day', () => {
  const candles = Array.from({ length: 48 }, (_, index) => candle(index, 5))
  const marks = timeMarks(candles, 60, 4)
  // Moscow is at UTC+3, so midnight there is the candle of 21:00 UTC.
  expect(marks.map(({ index, span }) => [index, span])).toEqual([
    [9, 'time'],
    [21, 'day'],
    [33, 'time'],
    [45, 'day'],
  ])
  expect(timeMarks([], 60, 4)).toEqual([])
})

test('a price axis shows prices', () => {
  const { prices, textOf } = priceAxis({
    low: 1,
    high: 2,
    scale: 'log',
    base: 1,
    locale: 'ru',
    priceDigits: 4,
  })
  expect(prices.length).toBeGreaterThan(4)
  expect(textOf(1.5)).toBe('1,5000')
})
