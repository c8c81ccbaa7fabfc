import type { Locale } from '../../i18n/locales.ts'
import { languageTags } from '../../i18n/locales.ts'
import { isMessageKey, type Translate } from '../../i18n/translate.ts'
import { type Rate, wholeRate } from '../engine/money.ts'
import type { StrategyParameter } from '../engine/strategy.ts'
import type { Plan } from '../plan.ts'
import { findStrategy } from '../strategies/catalog.ts'
import { strategyOf } from './bot-head.tsx'

/** A setting of a plan as text. Two plans differ exactly where these texts differ. */
export type Setting = readonly [name: string, value: string]

export function settingsOf(t: Translate, locale: Locale, { strategy, params, costs, risk, ...plan }: Plan): Setting[] {
  const number = new Intl.NumberFormat(languageTags[locale], { maximumFractionDigits: 8 })
  const share = new Intl.NumberFormat(languageTags[locale], { style: 'percent', maximumFractionDigits: 6 })
  const percent = (rate: Rate) => share.format(rate / wholeRate)
  const field = (name: keyof typeof costs | (typeof riskRates)[number] | 'strategy', value: string): Setting => [
    t(`botPage.fields.${name}`),
    value,
  ]
  const rates = riskRates.flatMap((name) => {
    const rate = risk?.[name]
    return rate === undefined ? [] : [field(name, percent(rate))]
  })
  const counts = (['cooldownMinutes', 'maxOrders'] as const).flatMap((name): Setting[] => {
    const count = risk?.[name]
    return count === undefined ? [] : [[t(`botPage.fields.${name}`), number.format(count)]]
  })
  return [
    field('strategy', t(`bots.strategies.${strategyOf(strategy)}`)),
    ...Object.entries(typeof params === 'object' && params !== null ? params : {}).map(
      ([name, value]): Setting => [
        parameterText(t, strategy, name),
        typeof value === 'number'
          ? measured(unitOf(strategy, name), { number: number.format(value), percent: share.format(value / 100) })
          : choiceText(t, { strategy, name, value: String(value) }),
      ],
    ),
    ...(['takerFee', 'makerFee', 'spread', 'slippage'] as const).map((name) => field(name, percent(costs[name]))),
    ...rates,
    ...counts,
    ...(plan.volumeShare === undefined
      ? []
      : [[t('botPage.fields.volumeShare'), percent((wholeRate * plan.volumeShare) / 100)] as const]),
    [t('botPage.fields.order'), t(`botPage.fields.orders.${plan.order}`)],
  ]
}

/** Appends the unit of a parameter; the names of other settings already contain their unit. */
function measured(
  unit: StrategyParameter['unit'] | undefined,
  { number, percent }: Record<'number' | 'percent', string>,
) {
  if (unit === 'percent') return percent
  return unit === 'times' ? `×${number}` : number
}

function unitOf(strategy: string, name: string): StrategyParameter['unit'] | undefined {
  return findStrategy(strategy)?.parameters.find((parameter) => parameter.name === name)?.unit
}

function parameterText(t: Translate, strategy: string, name: string): string {
  const key = `botForm.params.${strategy}.${name}.label`
  return isMessageKey(key) ? t(key) : name
}

/** Returns the text of a choice as in the form, or yes or no for a switch. */
function choiceText(
  t: Translate,
  { strategy, name, value }: { strategy: string; name: string; value: string },
): string {
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'botPage.yes' : 'botPage.no')
  const key = `botForm.params.${strategy}.${name}.choices.${value}`
  return isMessageKey(key) ? t(key) : value
}

const riskRates = ['stopLoss', 'takeProfit', 'trailing', 'maxDrawdown', 'dailyLoss', 'allocation'] as const

export interface SettingChange {
  name: string
  from: string | undefined
  to: string | undefined
}

/** Lists changes of settings in the order of the later plan; removed settings come last. */
export function changesBetween(before: readonly Setting[], after: readonly Setting[]): SettingChange[] {
  const [old, now] = [new Map(before), new Map(after)]
  const changed = after.flatMap(([name, to]) => (old.get(name) === to ? [] : [{ name, from: old.get(name), to }]))
  const gone = before.flatMap(([name, from]) => (now.has(name) ? [] : [{ name, from, to: undefined }]))
  return [...changed, ...gone]
}
