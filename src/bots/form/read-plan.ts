import { formatNumber } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/locales.ts'
import { readNumber } from '../../i18n/read-number.ts'
import { translator } from '../../i18n/translate.ts'
import type { Market } from '../../market/market.ts'
import { formatPrice } from '../../market/price-format.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { toDecimal, wholeUnits } from '../../market/units.ts'
import { planOf, type ReadyBacktest, readBacktest } from '../backtest/backtest-request.ts'
import { scaleOf } from '../engine/money.ts'
import type { AnyStrategy } from '../engine/strategy.ts'
import type { Plan } from '../plan.ts'
import { findStrategy } from '../strategies/catalog.ts'
import { needsMark } from '../strategies/rules/marks.ts'
import { parseRules } from '../strategies/rules/parse-rules.ts'
import { type RuleError, ruleErrorText } from '../strategies/rules/rule-error.ts'
import { type BotField, fieldLabel, fieldsOf, type NumberField, on, parameterFields } from './bot-fields.ts'
import type { FieldValues } from './field-values.ts'

export const maxNameLength = 60

export interface FormContext {
  /** Locale that numbers are written in, and in which errors are returned */
  locale: Locale
  market: Pick<Market, 'instrument' | 'instruments' | 'listing' | 'columns' | 'current'>
}

/** A period; `to` is exclusive, both in ms UTC */
export interface Period {
  from: number
  to: number
}

export interface ReadyPlan {
  status: 'ready'
  /** Name of the bot; empty if the owner has not given one */
  name: string
  plan: Plan
  backtest: ReadyBacktest
}

export type ReadPlan = ReadyPlan | { status: 'invalid'; errors: Record<string, string> }

const anyPeriod: Period = { from: 0, to: minuteMs }

/** Validates the fields of a bot or a backtest. Returns all errors at once, by field name. */
export function readPlan(values: FieldValues, { locale, market }: FormContext, period = anyPeriod): ReadPlan {
  const t = translator(locale)
  const strategy = findStrategy(values.strategy ?? '')
  if (!strategy) return { status: 'invalid', errors: { strategy: t('botForm.faults.choice') } }
  const fields = fieldsOf(strategy)
  const read = new Map(fields.map((field) => [field.name, readField(field, values, { locale, market })]))
  const wanted = requestOf(values, strategy, read)
  const outcome = readBacktest({ ...wanted, ...period }, market)

  const faults: Record<string, Fault> = {}
  const name = (values.name ?? '').replace(/\p{Cc}+/gu, ' ').trim()
  if (Array.from(name).length > maxNameLength) faults.name = { kind: 'long' }
  for (const [field, { fault }] of read) if (fault) faults[field] = fault
  if (outcome.status === 'invalid') {
    const played = strategy.bind(wanted.params)
    const details = played.status === 'invalid' ? Object.entries(played.errors) : []
    const refused = [
      ...outcome.errors,
      ...details.map(([parameter, detail]) => ({ field: `params.${parameter}`, detail })),
    ]
    for (const { field, detail } of refused) {
      faults[field] ??= field === 'asset' || field === 'tf' ? { kind: 'choice' } : refusedFault(detail)
    }
  }
  const errors = Object.entries(faults).map(([field, fault]) => [
    field,
    faultText(fault, { locale, strategy, field: fields.find((each) => each.name === field) }),
  ])
  if (errors.length > 0 || outcome.status === 'invalid') {
    return { status: 'invalid', errors: Object.fromEntries(errors) }
  }
  const plan = planOf(outcome.request)
  return {
    status: 'ready',
    name,
    plan,
    backtest: outcome,
  }
}

/** Default of an empty price field: a share of the last price, on a price step; undefined without a price. */
function priceOf({ initial }: NumberField, asset: string, market: FormContext['market']): number | undefined {
  const [instrument, listing, current] = [market.instrument(asset), market.listing(asset), market.current(asset, 1)]
  if (!instrument || !listing || !current) return undefined
  const { priceDigits, priceStep } = scaleOf(instrument, listing)
  const steps = Math.max(1, Math.round((current.close * (initial ?? 1)) / priceStep))
  return Number(toDecimal(wholeUnits(steps * priceStep), priceDigits).toFixed(priceDigits))
}

/** Returns the formatted defaults of all price fields. */
export function pricesOf(
  strategy: AnyStrategy,
  asset: string,
  { locale, market }: FormContext,
): Record<string, string> {
  const digits = market.instrument(asset)?.priceDigits ?? 2
  const prices = parameterFields(strategy).flatMap((field) => {
    const price = field.kind === 'number' && field.unit === 'price' ? priceOf(field, asset, market) : undefined
    return price === undefined ? [] : [[field.name, formatPrice(locale, price, digits)] as const]
  })
  return Object.fromEntries(prices)
}

interface ReadField {
  value: number | string | boolean | undefined
  fault?: Fault
}

function readField(field: BotField, values: FieldValues, { locale, market }: FormContext): ReadField {
  if (field.kind === 'text') return readRules(values[field.name] ?? '')
  const text = (values[field.name] ?? '').trim()
  if (field.kind === 'switch') return { value: text === on }
  if (field.kind === 'choice') {
    return field.choices.includes(text) ? { value: text } : { value: undefined, fault: { kind: 'choice' } }
  }
  if (text === '' && field.unit === 'price') {
    const value = priceOf(field, values.asset ?? '', market)
    return value === undefined ? { value, fault: { kind: 'noPrice' } } : { value }
  }
  if (text === '') {
    const kind = field.name === 'risk.stopLoss' ? 'stopless' : 'empty'
    return field.isRequired ? { value: undefined, fault: { kind } } : { value: undefined }
  }
  const value = readNumber(locale, text)
  if (value === undefined) return { value, fault: { kind: 'notNumber' } }
  if (field.unit === 'price' && value <= 0) return { value, fault: { kind: 'notPositive' } }
  if (value < field.min || value > field.max) return { value, fault: { kind: 'range' } }
  if (field.isWhole && !Number.isInteger(value)) return { value, fault: { kind: 'range' } }
  return { value }
}

/** Forms send line breaks as two characters. */
function readRules(sent: string): ReadField {
  const text = sent.replace(/\r\n?/g, '\n')
  const parsed = parseRules(text)
  return parsed.status === 'ready' ? { value: text } : { value: text, fault: { kind: 'rules', error: parsed.error } }
}

/** Builds the body of a `POST /api/bots/backtest` request, without its period. */
function requestOf({ asset, tf }: FieldValues, { id }: AnyStrategy, read: ReadonlyMap<string, ReadField>) {
  const of = (prefix: string) =>
    Object.fromEntries(
      [...read].flatMap(([name, { value }]) => {
        const isOf = prefix === '' ? !name.includes('.') : name.startsWith(prefix)
        return isOf && value !== undefined ? [[name.slice(prefix.length), value]] : []
      }),
    )
  return { ...of(''), asset: asset ?? '', tf: Number(tf), strategy: id, params: of('params.'), risk: of('risk.') }
}

type Fault =
  | { kind: 'empty' | 'stopless' | 'notNumber' | 'notPositive' | 'range' | 'choice' | 'noPrice' | 'long' | 'digits' }
  /** The value must be larger than another parameter. */
  | { kind: 'larger'; than: string }
  | { kind: 'refused' | 'unmarked' }
  | { kind: 'rules'; error: RuleError }

/** Maps an error text of `readBacktest` to a fault of a field. */
function refusedFault(detail: string): Fault {
  const [, than] = /^must be larger than (\w+)$/.exec(detail) ?? []
  if (than !== undefined) return { kind: 'larger', than }
  if (detail === needsMark) return { kind: 'unmarked' }
  return { kind: detail === 'at most two decimals' ? 'digits' : 'refused' }
}

interface FaultPlace {
  locale: Locale
  strategy: { id: string }
  field: BotField | undefined
}

function faultText(fault: Fault, { locale, strategy, field }: FaultPlace): string {
  const t = translator(locale)
  if (fault.kind === 'rules') return ruleErrorText(locale, fault.error)
  if (fault.kind === 'larger') {
    return t('botForm.faults.larger', { other: fieldLabel(locale, strategy, `params.${fault.than}`) })
  }
  if (fault.kind !== 'range' || field?.kind !== 'number') return t(`botForm.faults.${fault.kind}`)
  const bounds = { min: formatNumber(locale, field.min), max: formatNumber(locale, field.max) }
  return t(field.isWhole ? 'botForm.faults.whole' : 'botForm.faults.range', bounds)
}
