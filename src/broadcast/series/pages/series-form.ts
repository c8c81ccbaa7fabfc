import { z } from 'zod'
import { readClock, writeClock } from '../../../i18n/moscow-time.ts'
import type { MessageKey } from '../../../i18n/translate.ts'
import { maxDelayMinutes, maxSeriesName, type SeriesRow } from '../series.ts'
import type { SeriesFields } from '../series-queries.ts'

const names = ['name', 'trigger', 'button', 'quietFrom', 'quietTo', 'delay', 'unit', 'needsApproval'] as const
export type SeriesField = (typeof names)[number]
/** Values of the form of a series, as typed */
export type SeriesValues = Partial<Record<SeriesField, string>>
export type SeriesErrors = Partial<Record<SeriesField, MessageKey>>

/** Value of the trigger field for the /start command; any other value is the id of a broadcast */
export const byStart = 'start'
export const delayUnits = { minutes: 1, hours: 60, days: 1440 } as const
export type DelayUnit = keyof typeof delayUnits

const revision = z.coerce.number().int().catch(0)
export const revisionIn = (sent: Record<string, unknown>): number => revision.parse(sent.revision)

export function seriesValuesIn(sent: Record<string, unknown>): SeriesValues {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = [sent[name]].flat().at(-1)
      return typeof value === 'string' ? [[name, value.slice(0, 200)]] : []
    }),
  )
}

/** Reads the form of a series. @param clickable  ids of the broadcasts that were offered as triggers */
export function readSeries(values: SeriesValues, clickable: readonly string[]) {
  const errors: SeriesErrors = {}
  const name = (values.name ?? '').trim()
  if (name === '') errors.name = 'series.problems.nameMissing'
  if (Array.from(name).length > maxSeriesName) errors.name = 'series.problems.nameLong'
  const { trigger = byStart } = values
  const isStart = trigger === byStart
  if (!isStart && !clickable.includes(trigger)) errors.trigger = 'series.problems.trigger'
  const typed = (values.button ?? '').trim()
  const button = typed === '' || isStart ? null : wholeIn(typed, 1, 100)
  if (button === undefined) errors.button = 'series.problems.button'
  const [from, to] = [values.quietFrom ?? '', values.quietTo ?? ''].map((text) => text.trim())
  const [quietFrom = null, quietTo = null] = [readClock(from ?? ''), readClock(to ?? '')]
  const isQuiet = quietFrom !== null && quietTo !== null && quietFrom !== quietTo
  if (!isQuiet && `${from}${to}` !== '') errors.quietFrom = 'series.problems.quiet'
  const fields: SeriesFields = {
    name,
    trigger: isStart ? 'start' : 'click',
    clickedBroadcast: isStart ? null : trigger,
    clickedButton: typeof button === 'number' ? button - 1 : null,
    quietFrom: isQuiet ? quietFrom : null,
    quietTo: isQuiet ? quietTo : null,
  }
  return { fields, errors }
}

export function seriesValues(row: SeriesRow): SeriesValues {
  return {
    name: row.name,
    trigger: row.clickedBroadcast ?? byStart,
    button: row.clickedButton === null ? '' : String(row.clickedButton + 1),
    quietFrom: writeClock(row.quietFrom),
    quietTo: writeClock(row.quietTo),
  }
}

/** Returns the delay of a step in minutes; undefined if the delay is invalid. */
export function readDelay({ delay = '', unit }: SeriesValues): number | undefined {
  const of = unit === 'hours' || unit === 'days' ? delayUnits[unit] : 1
  return wholeIn(delay.trim(), 0, maxDelayMinutes / of, of)
}

/** Expresses minutes in the largest unit of which they are a whole number. */
export function delayOf(minutes: number): { count: number; unit: DelayUnit } {
  const unit = minutes > 0 && minutes % delayUnits.days === 0 ? 'days' : undefined
  const fitting = unit ?? (minutes > 0 && minutes % delayUnits.hours === 0 ? 'hours' : 'minutes')
  return { count: minutes / delayUnits[fitting], unit: fitting }
}

function wholeIn(text: string, least: number, most: number, of = 1): number | undefined {
  return /^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) * of : undefined
}
