import { z } from 'zod'
import { decimalSeparators, type Locale } from '../i18n/locales.ts'
import { nearestUnits, toDecimal } from '../market/units.ts'
import { textField } from '../pages/parse-form.ts'
import type { PriceAlert } from './alert.ts'

export const alertFields = z.object({ asset: textField, kind: textField, value: textField, note: textField })

export type AlertFields = z.infer<typeof alertFields>

export type AlertFault =
  | 'badAsset'
  | 'badKind'
  | 'badNumber'
  | 'badLevel'
  | 'badPercent'
  | 'alreadyThere'
  | 'belowStep'
  | 'badNote'
  | 'noPrice'
  | 'sameAlert'

export const maxNoteLength = 200
const [lowestPercent, highestPercent] = [-99, 1000]

interface AlertInput {
  kind: PriceAlert['kind']
  value: number
  note: string
}

export interface AlertSurroundings {
  locale: Locale
  price: number | undefined
  priceDigits: number
}

export type ParsedAlertForm =
  | { isValid: true; alert: AlertInput }
  | { isValid: false; faults: Partial<Record<'kind' | 'value' | 'note', AlertFault>> }

/** Parses numbers as written in `locale`. @param price  the current price, if any; levels are rounded to its steps */
export function parseAlertForm(
  { kind, value, note }: Omit<AlertFields, 'asset'>,
  { locale, price, priceDigits }: AlertSurroundings,
): ParsedAlertForm {
  const trimmed = note.replace(/\p{Cc}+/gu, ' ').trim()
  const noteFault = Array.from(trimmed).length > maxNoteLength ? ({ note: 'badNote' } as const) : {}
  if (kind !== 'level' && kind !== 'percent') return { isValid: false, faults: { kind: 'badKind', ...noteFault } }
  const number = readNumber(locale, value)
  const valueFault = number === undefined ? 'badNumber' : faultOf(kind, number, { price, priceDigits })
  if (valueFault || number === undefined || noteFault.note) {
    return { isValid: false, faults: { ...(valueFault && { value: valueFault }), ...noteFault } }
  }
  const atStep = kind === 'level' ? toDecimal(nearestUnits(number, priceDigits), priceDigits) : number
  return { isValid: true, alert: { kind, value: atStep, note: trimmed } }
}

function faultOf(
  kind: PriceAlert['kind'],
  value: number,
  { price, priceDigits }: Omit<AlertSurroundings, 'locale'>,
): AlertFault | undefined {
  if (kind === 'level' && value <= 0) return 'badLevel'
  if (kind === 'percent' && (value === 0 || value < lowestPercent || value > highestPercent)) return 'badPercent'
  if (price === undefined) return 'noPrice'
  const now = nearestUnits(price, priceDigits)
  const lowest = kind === 'level' ? nearestUnits(value, priceDigits) : value < 0 ? now - 1 : 1
  if (lowest < 1) return 'belowStep'
  if (kind === 'level' && lowest === now) return 'alreadyThere'
  return undefined
}

/** Accepts `65 000,5`, `65,000.5`, `−5`, `+5 %`. Where the decimal separator is a comma, one comma before three digits is it. */
export function readNumber(locale: Locale, text: string): number | undefined {
  const plain = text
    .replace(/[\s\u00a0\u202f%']/g, '')
    .replace(/[−–]/g, '-')
    .replace(/^\+/, '')
  const unified = isGrouped(locale, plain) ? plain.replaceAll(',', '') : plain.replace(',', '.')
  return /^-?\d{1,15}(\.\d{1,12})?$/.test(unified) ? Number(unified) : undefined
}

function isGrouped(locale: Locale, text: string): boolean {
  const groups = /^-?[1-9]\d{0,2}((,\d{3})+)(\.\d+)?$/.exec(text)
  if (!groups) return false
  const [, commas = '', , decimals] = groups
  return decimalSeparators[locale] === '.' || commas.length > 4 || decimals !== undefined
}
