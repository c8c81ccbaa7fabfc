import { moscowMs } from '../../i18n/moscow-time.ts'
import type { MarkColumns } from '../backtest/run-backtest.ts'
import type { Money } from '../engine/money.ts'

export interface Year {
  year: number
  /** Growth of the equity from January to December, in Moscow time; undefined for months outside the run */
  months: readonly (number | undefined)[]
  growth: number
}

/** Returns the growth by year, oldest first; 0.01 is one percent. The months compound to the growth of the run. */
export function yearsOf({ time, equity }: Pick<MarkColumns, 'time' | 'equity'>, capital: Money): Year[] {
  const years: Opened[] = []
  let [before, until] = [capital as number, Number.NEGATIVE_INFINITY]
  let month: { row: Opened; place: number; from: number } | undefined
  for (let index = 0; index < time.length; index++) {
    const now = time[index] ?? 0
    if (month === undefined || now >= until) {
      const day = new Date(now + moscowMs)
      const [year, place] = [day.getUTCFullYear(), day.getUTCMonth()]
      until = Date.UTC(year, place + 1) - moscowMs
      if (years.at(-1)?.year !== year) years.push(openYear(year, before))
      month = { row: years.at(-1) ?? openYear(year, before), place, from: before }
    }
    before = equity[index] ?? 0
    month.row.months[month.place] = before / month.from - 1
    month.row.to = before
  }
  return years.map(({ year, months, from, to }) => ({ year, months, growth: to / from - 1 }))
}

interface Opened {
  year: number
  months: (number | undefined)[]
  from: number
  to: number
}

function openYear(year: number, from: number): Opened {
  return { year, months: Array.from({ length: 12 }, () => undefined), from, to: from }
}
