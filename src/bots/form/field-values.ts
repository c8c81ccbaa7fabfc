import { z } from 'zod'
import { decimalSeparators, type Locale } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { moneyDigits } from '../engine/money.ts'
import type { AnyStrategy, Json } from '../engine/strategy.ts'
import type { PlannedBot } from '../owner/owner-queries.ts'
import { findStrategy } from '../strategies/catalog.ts'
import { rulesField, withBuiltCondition } from '../strategies/rules/build-rules.ts'
import { fieldsOf, off, on } from './bot-fields.ts'

/** Form values by field name, as submitted or in the query of a URL. */
export type FieldValues = Record<string, string>

/**
 * Formats a number for a form field, with the decimal separator of the locale. Appends a zero to numbers that English would read as
 * thousands: `5,4320`.
 */
export function numberText(locale: Locale, value: number): string {
  const plain = value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 12 })
  const separator = decimalSeparators[locale]
  if (separator === '.') return plain
  return (/^[1-9]\d{0,2}\.\d{3}$/.test(plain) ? `${plain}0` : plain).replace('.', separator)
}

/** Returns the initial field values of a new bot. Price fields are empty, because their defaults follow the asset. */
export function initialValues(locale: Locale, strategy: AnyStrategy): FieldValues {
  const values = fieldsOf(strategy).map((field): [string, string] => {
    if (field.kind === 'choice' || field.kind === 'text') return [field.name, field.initial]
    if (field.kind === 'switch') return [field.name, field.initial ? on : off]
    const isLeft = field.initial === undefined || field.unit === 'price'
    return [field.name, isLeft ? '' : numberText(locale, field.initial ?? 0)]
  })
  return { strategy: strategy.id, tf: '60', ...Object.fromEntries(values) }
}

export interface BotSettings extends Pick<PlannedBot, 'plan'> {
  row: Pick<PlannedBot['row'], 'name' | 'asset' | 'tf' | 'capital'>
}

export function valuesOf(locale: Locale, { row, plan }: BotSettings): FieldValues {
  const { costs, risk = {}, order, volumeShare } = plan
  const { cooldownMinutes, maxOrders, ...rates } = risk
  const numbers: Record<string, number | undefined> = {
    capital: row.capital / 10 ** moneyDigits,
    feeBps: costs.takerFee / 100,
    makerFeeBps: costs.makerFee === costs.takerFee ? undefined : costs.makerFee / 100,
    slippageBps: costs.slippage / 100,
    spreadBps: costs.spread / 100,
    volumeShare,
    'risk.cooldown': cooldownMinutes === undefined ? undefined : cooldownMinutes / row.tf,
    'risk.maxOrders': maxOrders,
  }
  for (const [name, rate] of Object.entries(rates)) {
    numbers[`risk.${name}`] = rate === undefined ? undefined : rate / 10_000
  }
  const texts = Object.entries(numbers).map(([name, value]) => [
    name,
    value === undefined ? '' : numberText(locale, value),
  ])
  return {
    name: row.name,
    strategy: plan.strategy,
    asset: row.asset,
    tf: String(row.tf),
    order,
    ...Object.fromEntries(texts),
    ...paramTexts(locale, plan.params),
  }
}

function paramTexts(locale: Locale, params: Json): FieldValues {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return {}
  const entries = Object.entries(params).map(([name, value]) => {
    if (typeof value === 'number') return [`params.${name}`, numberText(locale, value)]
    if (typeof value === 'boolean') return [`params.${name}`, value ? on : off]
    return [`params.${name}`, String(value)]
  })
  return Object.fromEntries(entries)
}

/** Max characters of a value; twice as many as a text may have, so that a longer one is refused instead of cut */
export const maxValue = 4000

/** If a field is sent more than once, the last value wins: a checked checkbox follows its hidden `no`. */
const sentValue = z
  .union([z.string(), z.array(z.string()).transform((texts) => texts.at(-1) ?? '')])
  .transform((text) => text.slice(0, maxValue))

export const sentForm = z.record(z.string(), sentValue)

/** Reads the query of a form, with the condition that was put together from menus. */
export function valuesIn(queries: Record<string, string[]>, locale: Locale): FieldValues {
  const { [rulesField]: text, ...values } = sentForm.parse(queries)
  return text === undefined
    ? values
    : { ...values, [rulesField]: withBuiltCondition(text, locale, (name) => values[name]).slice(0, maxValue) }
}

/** Field names that every bot has in addition to `fieldsOf` */
const namesOfAll = ['name', 'strategy', 'asset', 'tf']

export function fieldsFrom(
  values: FieldValues,
  strategy: AnyStrategy | undefined = findStrategy(values.strategy ?? ''),
) {
  const names = [...namesOfAll, ...(strategy ? fieldsOf(strategy).map(({ name }) => name) : [])]
  const known = names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const]))
  return Object.fromEntries(known)
}

/** Returns the path of the form for a new bot with these values, without the locale prefix. */
export function newBotAddress(values: FieldValues): string {
  return withFields(paths.newBot, fieldsFrom(values))
}

export function backtestAddress(values: FieldValues): string {
  return withFields(paths.botTrial, fieldsFrom(values))
}

export function withFields(path: string, values: FieldValues): string {
  const query = new URLSearchParams(values).toString()
  return query === '' ? path : `${path}?${query}`
}
