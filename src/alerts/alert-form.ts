import { z } from 'zod'
import type { Locale } from '../i18n/locales.ts'
import { readMoment } from '../i18n/moscow-time.ts'
import { readNumber } from '../i18n/read-number.ts'
import { chooseIndicator, indicatorText } from '../indicators/catalog.ts'
import { isTimeframe, minuteMs } from '../market/timeframe.ts'
import { nearestUnits, toDecimal } from '../market/units.ts'
import { textField } from '../pages/parse-form.ts'
import { type AlertKind, type AlertRule, alertKinds, isAlertIndicator, type LevelRule } from './alert-rule.ts'
import { maxChangeMinutes } from './references.ts'
import { linePrice } from './zone.ts'

export const alertFields = z.object({
  asset: textField,
  kind: textField,
  value: textField,
  high: textField,
  minutes: textField,
  tf: textField,
  indicator: textField,
  length: textField,
  side: textField,
  fromTime: textField,
  fromPrice: textField,
  toTime: textField,
  toPrice: textField,
  pause: textField,
  until: textField,
  note: textField,
})

export type AlertFields = z.infer<typeof alertFields>
type AlertFieldName = keyof AlertFields

type AlertFault =
  | 'badAsset'
  | 'badKind'
  | 'badNumber'
  | 'badLevel'
  | 'badPercent'
  | 'alreadyThere'
  | 'belowStep'
  | 'badRange'
  | 'alreadyInside'
  | 'alreadyOutside'
  | 'badMinutes'
  | 'badTimeframe'
  | 'badIndicator'
  | 'badLength'
  | 'badSide'
  | 'badTime'
  | 'sameTime'
  | 'badPause'
  | 'badUntil'
  | 'badNote'
  | 'noPrice'
  | 'sameAlert'

export type AlertFaults = Partial<Record<AlertFieldName, AlertFault>>

export const maxNoteLength = 200
const [lowestPercent, highestPercent] = [-99, 1000]
/** Longest pause between two firings, minutes */
const maxPauseMinutes = 10_080

interface AlertInput {
  rule: AlertRule
  note: string
  pauseMs: number | null
  expiresAt: number | null
}

export interface AlertSurroundings {
  locale: Locale
  price: number | undefined
  priceDigits: number
  /** Current time, ms UTC */
  now: number
}

export type ParsedAlertForm = { isValid: true; alert: AlertInput } | { isValid: false; faults: AlertFaults }

type Sent = Partial<AlertFields> & Pick<AlertFields, 'kind' | 'note'>
type ParsedRule = { rule: AlertRule } | { faults: AlertFaults }

/** Parses numbers as written in `locale`. @param price  the current price, if any; levels are rounded to its steps */
export function parseAlertForm(fields: Sent, around: AlertSurroundings): ParsedAlertForm {
  const note = fields.note.replace(/\p{Cc}+/gu, ' ').trim()
  const pause = wholeNumber(fields.pause)
  const expiresAt = fields.until ? readMoment(fields.until) : null
  const faults: AlertFaults = {
    ...(Array.from(note).length > maxNoteLength && { note: 'badNote' }),
    ...(fields.pause && !isWithin(pause, 1, maxPauseMinutes) && { pause: 'badPause' }),
    ...(expiresAt !== null && !(expiresAt > around.now) && { until: 'badUntil' }),
  }
  const kind = alertKinds.find((each) => each === fields.kind)
  const parsed = kind ? parseRule(kind, fields, around) : { faults: { kind: 'badKind' } as const }
  if ('faults' in parsed || Object.keys(faults).length > 0) {
    return { isValid: false, faults: { ...('faults' in parsed && parsed.faults), ...faults } }
  }
  const pauseMs = pause === undefined ? null : pause * minuteMs
  return { isValid: true, alert: { rule: parsed.rule, note, pauseMs, expiresAt } }
}

function parseRule(kind: AlertKind, fields: Sent, around: AlertSurroundings): ParsedRule {
  switch (kind) {
    case 'level':
    case 'percent':
      return parseLevel(kind, fields, around)
    case 'enter':
    case 'leave':
      return parseRange(kind, fields, around)
    case 'change':
      return parseChange(fields, around)
    case 'indicator':
      return parseIndicatorRule(fields, around)
    case 'line':
      return parseLine(fields, around)
  }
}

function parseLevel(kind: LevelRule['kind'], { value = '' }: Sent, around: AlertSurroundings): ParsedRule {
  const { locale, price, priceDigits } = around
  const number = readNumber(locale, value)
  const fault = number === undefined ? 'badNumber' : faultOf(kind, number, around)
  if (fault || number === undefined || price === undefined) return { faults: { value: fault ?? 'noPrice' } }
  const atStep = kind === 'level' ? toDecimal(nearestUnits(number, priceDigits), priceDigits) : number
  return { rule: { kind, value: atStep, basePrice: price } }
}

function faultOf(
  kind: LevelRule['kind'],
  value: number,
  { price, priceDigits }: AlertSurroundings,
): AlertFault | undefined {
  if (kind === 'level' && value <= 0) return 'badLevel'
  if (kind === 'percent' && !isPercent(value)) return 'badPercent'
  if (price === undefined) return 'noPrice'
  const now = nearestUnits(price, priceDigits)
  const lowest = kind === 'level' ? nearestUnits(value, priceDigits) : value < 0 ? now - 1 : 1
  if (lowest < 1) return 'belowStep'
  if (kind === 'level' && lowest === now) return 'alreadyThere'
  return undefined
}

function parseRange(kind: 'enter' | 'leave', { value, high }: Sent, around: AlertSurroundings): ParsedRule {
  const [from, to] = [readPrice(value, around), readPrice(high, around)]
  if (typeof from === 'string' || typeof to === 'string') {
    return { faults: { ...(typeof from === 'string' && { value: from }), ...(typeof to === 'string' && { high: to }) } }
  }
  const { price } = around
  if (from >= to) return { faults: { high: 'badRange' } }
  if (price === undefined) return { faults: { value: 'noPrice' } }
  const isInside = price >= from && price <= to
  if (isInside === (kind === 'enter')) return { faults: { value: isInside ? 'alreadyInside' : 'alreadyOutside' } }
  return { rule: { kind, value: from, high: to } }
}

function parseChange({ value = '', minutes }: Sent, { locale, price }: AlertSurroundings): ParsedRule {
  const [percent, span] = [readNumber(locale, value), wholeNumber(minutes)]
  const faults: AlertFaults = {
    ...(percent === undefined ? { value: 'badNumber' } : !isPercent(percent) && { value: 'badPercent' }),
    ...(!isWithin(span, 1, maxChangeMinutes) && { minutes: 'badMinutes' }),
  }
  if (percent === undefined || span === undefined || Object.keys(faults).length > 0) return { faults }
  return price === undefined
    ? { faults: { value: 'noPrice' } }
    : { rule: { kind: 'change', value: percent, minutes: span } }
}

function parseIndicatorRule(fields: Sent, { locale, price }: AlertSurroundings): ParsedRule {
  const { tf, indicator: id, length, side } = fields
  const [value, timeframe, size] = [readNumber(locale, fields.value ?? ''), Number(tf), wholeNumber(length)]
  const choice = isAlertIndicator(id) ? chooseIndicator(id, size === undefined ? [] : [size]) : undefined
  const isLength = !length || (size !== undefined && choice?.params[0] === size)
  const faults: AlertFaults = {
    ...(value === undefined && { value: 'badNumber' }),
    ...(!isTimeframe(timeframe) && { tf: 'badTimeframe' }),
    ...(choice ? !isLength && { length: 'badLength' } : { indicator: 'badIndicator' }),
    ...(side !== 'above' && side !== 'below' && { side: 'badSide' }),
  }
  if (value === undefined || !choice || !isTimeframe(timeframe) || Object.keys(faults).length > 0) return { faults }
  if (price === undefined) return { faults: { value: 'noPrice' } }
  const indicator = indicatorText(choice)
  return { rule: { kind: 'indicator', value, tf: timeframe, indicator, isAbove: side === 'above' } }
}

function parseLine(fields: Sent, around: AlertSurroundings): ParsedRule {
  const [fromPrice, toPrice] = [readPrice(fields.fromPrice, around), readPrice(fields.toPrice, around)]
  const [fromTime, toTime] = [readMoment(fields.fromTime ?? ''), readMoment(fields.toTime ?? '')]
  const faults: AlertFaults = {
    ...(typeof fromPrice === 'string' && { fromPrice }),
    ...(typeof toPrice === 'string' && { toPrice }),
    ...(Number.isNaN(fromTime) && { fromTime: 'badTime' }),
    ...(Number.isNaN(toTime) ? { toTime: 'badTime' } : toTime === fromTime && { toTime: 'sameTime' }),
  }
  if (typeof fromPrice === 'string' || typeof toPrice === 'string' || Object.keys(faults).length > 0) return { faults }
  const { price, priceDigits, now } = around
  if (price === undefined) return { faults: { fromPrice: 'noPrice' } }
  const points = { from: { time: fromTime, price: fromPrice }, to: { time: toTime, price: toPrice } }
  const line = nearestUnits(linePrice(points, now - (now % minuteMs)), priceDigits)
  const current = nearestUnits(price, priceDigits)
  if (line === current) return { faults: { toPrice: 'alreadyThere' } }
  return { rule: { kind: 'line', ...points, isAbove: current < line } }
}

/** Reads a price and rounds it to its step. */
function readPrice(text: string | undefined, { locale, priceDigits }: AlertSurroundings): number | AlertFault {
  const number = readNumber(locale, text ?? '')
  if (number === undefined) return 'badNumber'
  if (number <= 0) return 'badLevel'
  const units = nearestUnits(number, priceDigits)
  return units < 1 ? 'belowStep' : toDecimal(units, priceDigits)
}

function isPercent(value: number): boolean {
  return value !== 0 && value >= lowestPercent && value <= highestPercent
}

function wholeNumber(text: string | undefined): number | undefined {
  const plain = text?.trim() ?? ''
  return /^\d{1,6}$/.test(plain) ? Number(plain) : undefined
}

function isWithin(value: number | undefined, min: number, max: number): boolean {
  return value !== undefined && value >= min && value <= max
}
