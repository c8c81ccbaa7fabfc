import { formatNumber } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/locales.ts'
import { isMessageKey, translator } from '../../i18n/translate.ts'
import type { BotField } from './bot-fields.ts'

/** Returns the message key of a field's texts: by strategy id for a strategy's parameters, else by the field's name. */
function keyOf({ id }: { id: string }, name: string): string {
  const [group = '', parameter] = name.split('.')
  if (parameter === undefined) return `botForm.fields.${group}`
  return group === 'params' ? `botForm.params.${id}.${parameter}` : `botForm.risk.${parameter}`
}

/** Returns the label of a field. @throws Error for a parameter without texts; a test ensures that there is none */
export function fieldLabel(locale: Locale, strategy: { id: string }, name: string): string {
  return wordOf(locale, `${keyOf(strategy, name)}.label`)
}

/** Returns the hint of a field, with the bounds of a number. @param price  default of an empty price field, if known */
export function fieldHint(locale: Locale, strategy: { id: string }, field: BotField, price?: string): string {
  const t = translator(locale)
  const hint = wordOf(locale, `${keyOf(strategy, field.name)}.hint`)
  if (field.kind !== 'number') return hint
  if (field.unit === 'price') return price === undefined ? hint : `${hint} ${t('botForm.priceNow', { price })}`
  const bounds = { min: formatNumber(locale, field.min), max: formatNumber(locale, field.max) }
  return `${hint} ${t('botForm.bounds', bounds)}`
}

export function choiceLabel(locale: Locale, strategy: { id: string }, { name }: BotField, choice: string): string {
  return wordOf(locale, `${keyOf(strategy, name)}.choices.${choice}`)
}

function wordOf(locale: Locale, key: string): string {
  if (!isMessageKey(key)) throw new Error(`Missing message key: ${key}`)
  return translator(locale)(key)
}

export function strategyName(locale: Locale, id: string): string {
  return wordOf(locale, `bots.strategies.${id}`)
}

/** Returns a text about a strategy: how it works, which market suits it, or in which market it loses. */
export function strategyWord(locale: Locale, id: string, about: 'idea' | 'suits' | 'fails'): string {
  return wordOf(locale, `botForm.about.${id}.${about}`)
}
