import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { LocaleProvider } from '../../i18n/context.tsx'
import { EquityChart } from './equity-chart.tsx'
import { drawdownsOf, momentsBetween, placesOf } from './equity-curves.ts'

const hour = 3_600_000
const from = Date.UTC(2026, 5, 10)

test('a long curve is drawn with its ends, peaks and troughs', () => {
  const values = Array.from({ length: 100_000 }, (_, index) => (index === 77_777 ? 900 : index === 31_313 ? 5 : 100))
  const places = placesOf(values, 800)
  expect(places.length).toBeLessThanOrEqual(800)
  for (const place of [0, 31_313, 77_777, 99_999]) expect(places).toContain(place)
  expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
})

test('drawdowns are measured from the capital and from later peaks', () => {
  expect([...drawdownsOf([90, 120, 60, 130, 117], 100)]).toEqual(
    [0.1, 0, 0.5, 0, 0.1].map((n) => expect.closeTo(n, 12)),
  )
})

test('time marks are round times in Moscow', () => {
  expect(momentsBetween(from, from + 20 * 24 * hour).times.every((time) => (time + 3 * hour) % (24 * hour) === 0)).toBe(
    true,
  )
  expect(momentsBetween(from, from + 5 * hour)).toEqual({
    times: [0, 1, 2, 3, 4, 5].map((n) => from + n * hour),
    isDaily: false,
  })
})

test.each([
  [6 * 12, false],
  [6 * 24, true],
  [6 * 8760, true],
])('marks over %d hours are shown as days if at least a day apart', (hours, isDaily) => {
  expect(momentsBetween(from, from + hours * hour).isDaily).toBe(isDaily)
})

test('screen reader users get the name of the chart and its numbers', () => {
  const times = [0, 1, 2].map((n) => from + n * hour)
  const html = renderToStaticMarkup(
    <LocaleProvider locale="en">
      <EquityChart
        name="Equity: 110.00 at the end"
        times={times}
        curves={[
          { label: 'Nearest', look: 'main', values: [100, 80, 110] },
          { label: 'Holding', look: 'reference', values: [100, 101, 102.5] },
        ]}
        band={{ label: 'Random', times, low: [100, 90, 85], middle: [100, 99, 98], high: [100, 120, 130] }}
        capital={100}
      />
    </LocaleProvider>,
  )
  expect(html).toContain('role="img" aria-label="Equity: 110.00 at the end"')
  expect(html).toContain('<td>80.00</td><td>101.00</td><td>99.00</td><td>−20.00%</td>')
  expect(html).toMatch(/equity-ink-main" d="M0 [\d.]+L500 [\d.]+L1000 [\d.]+"/)
  expect(html).not.toContain('NaN')
})

test('every other label of the time axis is left out where the chart is narrow', () => {
  const times = [0, 1, 2, 3, 4, 5, 6].map((n) => from + n * 24 * hour)
  const curve = { label: 'Nearest', look: 'main', values: [1, 2, 3, 2, 3, 4, 3] } as const
  const html = renderToStaticMarkup(<EquityChart name="Equity" times={times} curves={[curve]} capital={1} />)
  const labels = [...html.matchAll(/<text( class="is-spare")?[^>]*>([^<]*)<\/text>/g)].filter(([, , text]) =>
    /июн/.test(text ?? ''),
  )
  expect(labels.map(([, isSpare]) => isSpare !== undefined)).toEqual(labels.map((_, index) => index % 2 === 1))
  expect(labels.length).toBeGreaterThan(4)
})

test('a constant curve and one of a single candle draw no invalid numbers', () => {
  const chart = (values: number[]) =>
    renderToStaticMarkup(
      <EquityChart
        name="Flat"
        times={values.map((_, n) => from + n * hour)}
        curves={[{ label: 'Flat', look: 'main', values }]}
        capital={100}
      />,
    )
  expect(chart([100, 100, 100])).not.toMatch(/NaN|Infinity/)
  // A curve without drawdown shows 0 %, as does one with a tiny drawdown.
  expect(chart([100, 100, 100])).toMatch(/dy="-0\.2em">0\s?%/)
  expect(chart([100, 99.99, 100])).toMatch(/dy="-0\.2em">0\s?%/)
  expect(chart([100, 75, 100])).toMatch(/dy="-0\.2em">−25\s?%/)
  expect(chart([100])).toBe('')
})
