import { formatNumber } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/locales.ts'
import { isMessageKey, translator } from '../../i18n/translate.ts'
import type { StrategyParameter } from '../engine/strategy.ts'
import { ruleExamples } from '../strategies/rules/examples.ts'

type FieldUnit = Exclude<StrategyParameter['unit'], 'text'> | 'bps' | 'minutes'

export interface NumberField {
  kind: 'number'
  /** Name of the field as in forms, URLs and the API: `params.fast`, `risk.stopLoss`, `feeBps` */
  name: string
  unit: FieldUnit
  min: number
  max: number
  isWhole: boolean
  isRequired: boolean
  /** Initial value; undefined for an empty field; for price fields, a share of the last price */
  initial: number | undefined
}

interface ChoiceField {
  kind: 'choice'
  name: string
  choices: readonly string[]
  initial: string
}

interface SwitchField {
  kind: 'switch'
  name: string
  initial: boolean
}

/** A text of several lines */
interface TextField {
  kind: 'text'
  name: string
  /** Max characters */
  max: number
  initial: string
}

export type BotField = NumberField | ChoiceField | SwitchField | TextField

/** Values that a switch (checkbox) has in forms */
export const [on, off] = ['yes', 'no'] as const

export function parameterFields({ parameters }: { parameters: readonly StrategyParameter[] }): BotField[] {
  return parameters.map((parameter): BotField => {
    const { initial, min, max, unit, choices } = parameter
    const name = `params.${parameter.name}`
    if (choices?.every((choice) => typeof choice === 'boolean')) {
      return { kind: 'switch', name, initial: choices[initial] ?? false }
    }
    if (choices) {
      const texts = choices.map(String)
      return { kind: 'choice', name, choices: texts, initial: texts[initial] ?? '' }
    }
    if (unit === 'text') return { kind: 'text', name, max, initial: ruleExamples.dip }
    const isWhole = unit === 'candles' || unit === 'levels'
    const { isOptional = false } = parameter
    return {
      ...{ kind: 'number', name, unit, min, max, isWhole },
      isRequired: !isOptional,
      initial: isOptional ? undefined : initial,
    }
  })
}

type Bounds = Pick<NumberField, 'min' | 'max' | 'unit'> & Partial<NumberField>

const number = (name: string, initial: number | undefined, bounds: Bounds): NumberField => ({
  kind: 'number',
  name,
  initial,
  isWhole: false,
  isRequired: initial !== undefined,
  ...bounds,
})

const bps = { unit: 'bps', min: 0, max: 1000 } as const
const percent = (max: number) => ({ unit: 'percent', min: 0.01, max, isRequired: false }) as const

export const capitalField = number('capital', 1000, { unit: 'money', min: 1, max: 10_000_000 })

export const costFields: readonly NumberField[] = [
  number('feeBps', 10, bps),
  number('slippageBps', 5, bps),
  number('spreadBps', 2, bps),
]

export const fineCostFields: readonly BotField[] = [
  number('makerFeeBps', undefined, bps),
  number('volumeShare', undefined, { unit: 'percent', min: 1, max: 100, isWhole: true }),
  { kind: 'choice', name: 'order', choices: ['nearest', 'pessimistic'], initial: 'nearest' },
]

export const riskFields: readonly NumberField[] = [
  number('risk.stopLoss', 5, { ...percent(99), isRequired: true }),
  number('risk.takeProfit', undefined, percent(1000)),
  number('risk.trailing', undefined, percent(99)),
  number('risk.maxDrawdown', 15, percent(99)),
  number('risk.dailyLoss', 5, percent(99)),
  number('risk.cooldown', 3, { unit: 'candles', min: 0, max: 1000, isWhole: true, isRequired: false }),
  number('risk.maxOrders', undefined, { unit: 'levels', min: 1, max: 200, isWhole: true }),
  number('risk.allocation', 100, percent(100)),
]

/** Returns all fields of a bot except name, asset, timeframe and strategy. */
export function fieldsOf(strategy: { parameters: readonly StrategyParameter[] }): BotField[] {
  return [...parameterFields(strategy), capitalField, ...costFields, ...fineCostFields, ...riskFields]
}

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
