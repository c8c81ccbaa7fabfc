import type { Locale } from '../../i18n/locales.ts'
import type { PriceAlert } from './alert.ts'

/** An alert's form as it was sent. */
export interface AlertFields {
  asset: string
  kind: string
  value: string
  note: string
}

export type AlertFault =
  | 'badAsset'
  | 'badKind'
  | 'badNumber'
  | 'badLevel'
  | 'badPercent'
  | 'alreadyThere'
  | 'badNote'
  | 'noPrice'

export const longestNote = 200
const [lowestPercent, highestPercent] = [-99, 1000]

export interface ReadAlert {
  kind: PriceAlert['kind']
  value: number
  note: string
}

/** What is wanted, or what is wrong with it by the field's name. */
export type AlertReading =
  | { isValid: true; alert: ReadAlert }
  | { isValid: false; faults: Partial<Record<'kind' | 'value' | 'note', AlertFault>> }

/**
 * Reads a form.
 * @param price  the asset's current one; nothing before there is one
 * @param locale  of the numbers in it
 */
export function readAlertForm(
  { kind, value, note }: Omit<AlertFields, 'asset'>,
  { locale, price }: { locale: Locale; price: number | undefined },
): AlertReading {
  const trimmed = note.replace(/\p{Cc}+/gu, ' ').trim()
  const noteFault = Array.from(trimmed).length > longestNote ? ({ note: 'badNote' } as const) : {}
  if (kind !== 'level' && kind !== 'percent') return { isValid: false, faults: { kind: 'badKind', ...noteFault } }
  const number = readNumber(locale, value)
  const valueFault = number === undefined ? 'badNumber' : faultOf(kind, number, price)
  if (valueFault || number === undefined || noteFault.note) {
    return { isValid: false, faults: { ...(valueFault && { value: valueFault }), ...noteFault } }
  }
  return { isValid: true, alert: { kind, value: number, note: trimmed } }
}

function faultOf(kind: PriceAlert['kind'], value: number, price: number | undefined): AlertFault | undefined {
  if (kind === 'level' && value <= 0) return 'badLevel'
  if (kind === 'percent' && (value === 0 || value < lowestPercent || value > highestPercent)) return 'badPercent'
  if (price === undefined) return 'noPrice'
  if (kind === 'level' && value === price) return 'alreadyThere'
  return undefined
}

/**
 * A number as people write it: `65 000,5`, `65,000.5`, `−5`, `+5 %`. One comma before three digits groups thousands in
 * English and begins the decimals in Russian.
 */
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
  return locale === 'en' || commas.length > 4 || decimals !== undefined
}
