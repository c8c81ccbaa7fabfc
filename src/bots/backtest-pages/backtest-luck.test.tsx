import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { LocaleProvider } from '../../i18n/context.tsx'
import { formatDays } from '../../i18n/format.ts'
import { YearsTable } from './backtest-luck.tsx'

const year = (number: number, growths: Record<number, number>) => ({
  year: number,
  months: Array.from({ length: 12 }, (_, month) => growths[month]),
  growth: 0.05,
})

const headsOf = (years: Parameters<typeof YearsTable>[0]['years']) => {
  const html = renderToStaticMarkup(
    <LocaleProvider locale="en">
      <YearsTable years={years} />
    </LocaleProvider>,
  )
  return [...html.matchAll(/<th scope="col">([^<]*)/g)].map(([, head]) => head)
}

test('the common parts of a window’s dates are written once', () => {
  const day = (month: number, date: number) => Date.UTC(2026, month, date)
  expect(formatDays('en', day(9, 10), day(9, 21))).toBe('Oct 10 – 21, 2026')
  expect(formatDays('ru', day(9, 10), day(9, 21))).toBe('10–21 окт. 2026 г.')
  expect(formatDays('ru', day(9, 21), day(10, 1))).toBe('21 окт. – 1 нояб. 2026 г.')
})

test('months before the first and after the last one of a run have no columns', () => {
  expect(headsOf([year(2026, { 5: 0.01, 6: 0.02, 8: 0.01 })])).toEqual(['Year', 'Jun', 'Jul', 'Aug', 'Sep', 'Total'])
  expect(headsOf([year(2025, { 10: 0.01, 11: 0 }), year(2026, { 0: 0.01 })]).length).toBe(14)
})
