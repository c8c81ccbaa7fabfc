import { formatNumber } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import type { BotField } from './bot-fields.ts'
import { fieldLabel } from './field-words.ts'

export type Fault =
  | { kind: 'empty' | 'stopless' | 'notNumber' | 'notPositive' | 'range' | 'choice' | 'noPrice' | 'long' | 'digits' }
  /** Must be larger than another parameter */
  | { kind: 'larger'; than: string }
  | { kind: 'refused' }

/** Maps an error text of `readBacktest` to a fault. */
export function refusedFault(detail: string): Fault {
  const [, than] = /^must be larger than (\w+)$/.exec(detail) ?? []
  if (than !== undefined) return { kind: 'larger', than }
  return { kind: detail === 'at most two decimals' ? 'digits' : 'refused' }
}

interface FaultPlace {
  locale: Locale
  strategy: { id: string }
  field: BotField | undefined
}

export function faultText(fault: Fault, { locale, strategy, field }: FaultPlace): string {
  const t = translator(locale)
  if (fault.kind === 'larger') {
    return t('botForm.faults.larger', { other: fieldLabel(locale, strategy, `params.${fault.than}`) })
  }
  if (fault.kind !== 'range' || field?.kind !== 'number') return t(`botForm.faults.${fault.kind}`)
  const bounds = { min: formatNumber(locale, field.min), max: formatNumber(locale, field.max) }
  return t(field.isWhole ? 'botForm.faults.whole' : 'botForm.faults.range', bounds)
}
