import type { Locale } from '../../i18n/locales.ts'
import { readNumber } from '../../i18n/read-number.ts'
import { translator } from '../../i18n/translate.ts'
import type { ReadySweep } from '../analysis/backtest-service.ts'
import { cellsOf, type SweepError, type SweepPlan, type SweepRange } from '../analysis/sweep-cells.ts'
import { sweepScores } from '../analysis/sweep-result.ts'
import type { AnyStrategy, Json, StrategyParameter } from '../engine/strategy.ts'
import { type FieldValues, numberText } from '../form/field-values.ts'

/** Names of the axes of a sweep: the field of each axis has the name of a parameter; further fields have its range. */
export const axes = ['x', 'y'] as const
export type Axis = (typeof axes)[number]
export const rangeParts = ['from', 'to', 'step'] as const

export const sweepFieldNames = [
  ...axes.flatMap((axis) => [axis, ...rangeParts.map((part) => `${axis}.${part}`)]),
  'search',
  'count',
  'by',
]

export function sweepable({ parameters }: Pick<AnyStrategy, 'parameters'>): StrategyParameter[] {
  return parameters.filter(({ unit }) => unit !== 'choice' && unit !== 'text')
}

/** Reads the form fields of a sweep from the query; missing ones get ranges around the parameters' values. */
export function sweepValues(params: URLSearchParams, strategy: AnyStrategy, locale: Locale): FieldValues {
  // Parameters that are prices come last, because no default range suits all assets.
  const first = sweepable(strategy).toSorted((a, b) => Number(a.unit === 'price') - Number(b.unit === 'price'))
  const names = new Set(first.map(({ name }) => name))
  const values: FieldValues = { search: 'grid', count: '200', by: 'sharpe' }
  for (const [place, axis] of axes.entries()) {
    const given = params.get(axis)
    const name = given !== null && (given === '' || names.has(given)) ? given : (first[place]?.name ?? '')
    values[axis] = name
    const parameter = first.find((each) => each.name === name)
    const range = parameter && rangeAround(parameter, params.get(`params.${name}`), locale)
    const isOther = given !== null && given !== name
    for (const part of rangeParts) {
      const field = `${axis}.${part}`
      const sent = isOther ? null : params.get(field)
      values[field] = sent?.slice(0, 40) ?? (range ? numberText(locale, range[part]) : '')
    }
  }
  for (const name of ['search', 'count', 'by']) values[name] = params.get(name)?.slice(0, 40) ?? values[name] ?? ''
  return values
}

/** Returns a default range of about eight values, from half to one and a half times the parameter's value. */
function rangeAround({ name, initial, min, max, unit }: StrategyParameter, text: string | null, locale: Locale) {
  const middle = (text ? readNumber(locale, text) : undefined) ?? initial
  const isWhole = unit === 'candles' || unit === 'levels'
  const round = (value: number) => (isWhole ? Math.round(value) : Number(value.toPrecision(2)))
  const bounded = (value: number) => Math.min(max, Math.max(min, round(value)))
  const [from, to] = [bounded(middle / 2), bounded(middle * 1.5)]
  return { name, from, to, step: Math.max(round((to - from) / 7), isWhole ? 1 : 0.01) }
}

export type ReadSweep = ReadySweep | { status: 'invalid'; errors: Record<string, string> }

/** Reads the ranges of a sweep. @param params  validated parameters of the strategy; ranges replace some of them */
export function readSweep(values: FieldValues, strategy: AnyStrategy, params: Json, locale: Locale): ReadSweep {
  const t = translator(locale)
  const errors: Record<string, string> = {}
  const chosen = axes.filter((axis) => values[axis] !== '')
  const ranges = chosen.map((axis): SweepRange => {
    const [from, to, step] = rangeParts.map((part) => {
      const number = readNumber(locale, values[`${axis}.${part}`] ?? '')
      if (number === undefined) errors[`${axis}.${part}`] = t('botForm.faults.notNumber')
      return number ?? Number.NaN
    })
    return { name: values[axis] ?? '', from: from ?? 0, to: to ?? 0, step: step ?? 0 }
  })
  const by = sweepScores.find((score) => score === values.by) ?? 'sharpe'
  const count = readNumber(locale, values.count ?? '') ?? 0
  const isRandom = values.search === 'random'
  if (isRandom && !(Number.isInteger(count) && count >= 1 && count <= maxDrawn)) {
    errors.count = t('backtest.sweep.faults.count', { most: maxDrawn })
  }
  if (Object.keys(errors).length > 0) return { status: 'invalid', errors }
  const search: SweepPlan['search'] = isRandom ? { kind: 'random', count } : { kind: 'grid' }
  const swept = cellsOf({ strategy: strategy.id, params: objectOf(params), ranges, search })
  if (swept.status === 'ready') return { status: 'ready', ranges, swept, by }
  for (const { name, problem } of swept.errors) {
    const axis = chosen.findLast((each) => values[each] === name) ?? 'x'
    errors[fieldOf(axis, problem)] = t(`backtest.sweep.faults.${problem}`)
  }
  return { status: 'invalid', errors }
}

const maxDrawn = 1000

function fieldOf(axis: Axis, problem: SweepError['problem']): string {
  const parts = {
    order: 'to',
    bounds: 'to',
    step: 'step',
    'too-fine': 'step',
    'too-many': 'step',
    unknown: '',
    twice: '',
    none: '',
  } as const
  const part = parts[problem]
  return part === '' ? axis : `${axis}.${part}`
}

function objectOf(params: Json): { readonly [name: string]: Json } {
  return typeof params === 'object' && params !== null && !Array.isArray(params)
    ? Object.fromEntries(Object.entries(params))
    : {}
}

/** Formats the swept parameters of a cell for a URL: `fast:10,slow:30`. */
export function cellText(params: { readonly [name: string]: Json }, names: readonly string[]): string {
  return names.map((name) => `${name}:${params[name]}`).join()
}

/** Returns the field values of the cell in the query; undefined if there is no cell. Ignores unknown parameters. */
export function cellValues(
  params: URLSearchParams,
  { parameters }: { parameters: readonly { name: string }[] },
  locale: Locale,
): FieldValues | undefined {
  const cell = params.get('cell')
  if (!cell) return undefined
  const entries = cell.split(',').flatMap((part) => {
    const [name, text = ''] = part.split(':')
    const value = Number(text)
    const isKnown = parameters.some((each) => each.name === name) && text !== '' && Number.isFinite(value)
    return isKnown ? [[`params.${name}`, numberText(locale, value)]] : []
  })
  return Object.fromEntries(entries)
}
