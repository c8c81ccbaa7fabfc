import { formatTime } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import type { Translate } from '../i18n/translate.ts'
import { parseIndicator } from '../indicators/catalog.ts'
import { indicatorDigits } from '../indicators/digits.ts'
import { type Instrument, pairOf } from '../market/instrument.ts'
import { formatChange, formatPrice } from '../market/price-format.ts'
import { toDecimal } from '../market/units.ts'
import { aimOf } from './aim.ts'
import type { PriceAlert } from './alert.ts'
import { type AlertRule, type RuleOf, ruleOf } from './alert-rule.ts'

export interface WordOptions {
  locale: Locale
  t: Translate
  /** Undefined for a delisted asset */
  instrument: Instrument | undefined
}

const otherDigits = 2

/** Says what an alert waits for, or with `hasFired` what happened, without the name of its asset. */
export function ruleWords(alert: PriceAlert, hasFired: boolean, options: WordOptions): string {
  const rule = ruleOf(alert)
  return rule ? wordsOf(rule, hasFired ? 'firedRules' : 'rules', options) : ''
}

function wordsOf(rule: AlertRule, tense: 'rules' | 'firedRules', { locale, t, instrument }: WordOptions): string {
  const digits = instrument?.priceDigits ?? otherDigits
  const priceText = (price: number) => formatPrice(locale, price, digits)
  switch (rule.kind) {
    case 'level':
    case 'percent': {
      const { target, isAbove } = aimOf(rule, { priceDigits: digits })
      const price = priceText(toDecimal(target, digits))
      if (tense === 'rules') return t(isAbove ? 'alerts.rising' : 'alerts.falling', { price })
      return t(isAbove ? 'alerts.risen' : 'alerts.fallen', { price })
    }
    case 'enter':
    case 'leave':
      return t(`alerts.${tense}.${rule.kind}`, { low: priceText(rule.value), high: priceText(rule.high) })
    case 'change': {
      const percent = formatChange(locale, rule.value)
      return t(`alerts.${tense}.change`, { percent, minutes: rule.minutes })
    }
    case 'indicator': {
      const [indicator, tf] = [indicatorName(rule, t), t(`charts.tf${rule.tf}`)]
      const value = formatPrice(locale, rule.value, valueDigits(rule, digits))
      return t(`alerts.${tense}.${rule.isAbove ? 'above' : 'below'}`, { indicator, tf, value })
    }
    case 'line': {
      const point = ({ time, price }: { time: number; price: number }) =>
        `${priceText(price)} (${formatTime(locale, time)})`
      const ends = { from: point(rule.from), to: point(rule.to) }
      return t(`alerts.${tense}.${rule.isAbove ? 'lineAbove' : 'lineBelow'}`, ends)
    }
  }
}

function indicatorName({ indicator }: RuleOf<'indicator'>, t: Translate): string {
  const choice = parseIndicator(indicator)
  return choice ? [t(`charts.catalog.names.${choice.id}`), ...choice.params].join(' ') : indicator
}

/** Decimal places of the value that an indicator crosses: its own, or more where the owner entered more. */
function valueDigits({ indicator, value }: RuleOf<'indicator'>, priceDigits: number): number {
  const choice = parseIndicator(indicator)
  const own = choice ? indicatorDigits(choice, priceDigits) : 0
  const entered = Math.min(8, String(value).split('.')[1]?.length ?? 0)
  return own === 'volume' ? entered : Math.max(own, entered)
}

function pairText(asset: string, instrument: Instrument | undefined): string {
  return instrument ? pairOf(instrument) : asset
}

/** Says what happened when the alert fired, with the price at that time, without the name of its asset. */
export function firedWords(alert: PriceAlert, options: WordOptions): string {
  const { locale, t, instrument } = options
  const price = formatPrice(locale, alert.firedPrice ?? alert.value, instrument?.priceDigits ?? otherDigits)
  return t('alerts.firedPrice', { rule: ruleWords(alert, true, options), price })
}

/** The sentence of a fired alert in every message about it. */
export function firedText(alert: PriceAlert, options: WordOptions): string {
  return nameWith(alert, firedWords(alert, options), options)
}

/** Puts the pair of an alert before its words. */
function nameWith({ kind, asset }: PriceAlert, words: string, { instrument }: WordOptions): string {
  const pair = pairText(asset, instrument)
  return kind === 'level' || kind === 'percent' ? `${pair} ${words}` : `${pair}: ${words}`
}

/** Names an alert in a message: its asset and what it waits for. */
export function ruleText(alert: PriceAlert, options: WordOptions): string {
  const { locale, instrument } = options
  const rule = ruleOf(alert)
  if (rule?.kind !== 'level' && rule?.kind !== 'percent')
    return nameWith(alert, ruleWords(alert, false, options), options)
  const priceDigits = instrument?.priceDigits ?? otherDigits
  const { target } = aimOf(rule, { priceDigits })
  return `${pairText(alert.asset, instrument)}, ${formatPrice(locale, toDecimal(target, priceDigits), priceDigits)}`
}
