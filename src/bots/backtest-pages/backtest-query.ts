import type { Locale } from '../../i18n/locales.ts'
import { moscowMs } from '../../i18n/moscow-time.ts'
import { translator } from '../../i18n/translate.ts'
import type { Market } from '../../market/market.ts'
import { dayMs, isTimeframe, minuteMs, openTimeOf } from '../../market/timeframe.ts'
import { maxMinutes } from '../backtest/backtest-request.ts'
import { fieldsOf } from '../form/bot-fields.ts'
import { type FieldValues, initialValues, maxValue } from '../form/field-values.ts'
import { type ReadyPlan, readPlan } from '../form/read-plan.ts'
import { findStrategy } from '../strategies/catalog.ts'
import { maCross } from '../strategies/ma-cross.ts'
import { withBuiltCondition } from '../strategies/rules/build-rules.ts'

const maxMs = maxMinutes * minuteMs

export const periods = [7, 30, 90] as const
const firstPeriod = 30
/** Period of the backtests that need no account, days */
export const visitorDays = 90

export interface BacktestFormContext {
  locale: Locale
  market: Pick<Market, 'instrument' | 'instruments' | 'listing' | 'columns' | 'current'>
  now: number
}

/** Reads the form fields from the query; missing ones get initial values, unknown ones are ignored. */
export function backtestValues(params: URLSearchParams, { locale, market, now }: BacktestFormContext): FieldValues {
  const strategy = findStrategy(params.get('strategy') ?? '') ?? maCross
  const values: FieldValues = {
    ...initialValues(locale, strategy),
    asset: market.instruments[0]?.asset ?? '',
    ...lastDays(firstPeriod, now),
  }
  const texts = new Set(fieldsOf(strategy).flatMap(({ kind, name }) => (kind === 'text' ? [name] : [])))
  for (const name of ['asset', 'tf', 'from', 'to', ...fieldsOf(strategy).map((field) => field.name)]) {
    // A checked box sends two values, of which the last one counts.
    const given = params.getAll(name).at(-1)
    if (given === undefined) continue
    values[name] = texts.has(name)
      ? withBuiltCondition(given, locale, (field) => params.get(field) ?? undefined).slice(0, maxValue)
      : given.slice(0, 40)
  }
  return values
}

/** Returns a period of whole days in Moscow time and today, so it never has fewer days than its name says. */
export function lastDays(count: number, now: number): { from: string; to: string } {
  return { from: dayText(now - count * dayMs), to: dayText(now) }
}

/** Returns the query with these field values. Keeps empty ones, because a missing field gets its initial value. */
export function queryOf(values: FieldValues, more: Record<string, string> = {}): string {
  return new URLSearchParams({ ...values, ...more }).toString()
}

export type ReadBacktestForm = ReadyPlan | { status: 'invalid'; errors: Record<string, string> }

/** Validates all fields and returns all errors by field name. A period that ends in the future ends at the present. */
export function readBacktestForm(values: FieldValues, surroundings: BacktestFormContext): ReadBacktestForm {
  const { locale, now } = surroundings
  const t = translator(locale)
  const [from, last] = [dayOf(values.from), dayOf(values.to)]
  const tf = Number(values.tf)
  const newest = openTimeOf(now, isTimeframe(tf) ? tf : 1)
  const to = last === undefined ? undefined : Math.min(last + dayMs, newest)
  const errors: Record<string, string> = {}
  if (from === undefined) errors.from = t('backtest.faults.day')
  if (to === undefined) errors.to = t('backtest.faults.day')
  if (from !== undefined && to !== undefined) {
    if (from >= now) errors.from = t('backtest.faults.future')
    else if (from >= to) errors.to = t('backtest.faults.backwards')
    else if (to - from > maxMs) errors.to = t('backtest.faults.long')
  }
  const isSound = from !== undefined && to !== undefined && Object.keys(errors).length === 0
  const read = readPlan(values, surroundings, isSound ? { from, to } : undefined)
  if (isSound) return read
  return { status: 'invalid', errors: { ...(read.status === 'invalid' && read.errors), ...errors } }
}

function dayText(time: number): string {
  return new Date(time + moscowMs).toISOString().slice(0, 10)
}

/** Returns the start of a day in Moscow, ms UTC; undefined if the text is not a date. */
function dayOf(text = ''): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const time = Date.parse(`${text}T00:00:00Z`)
  // Dates such as February 31 are rejected, although some engines accept them.
  const isDay = Number.isFinite(time) && new Date(time).toISOString().startsWith(text)
  return isDay && time >= moscowMs ? time - moscowMs : undefined
}
