import { z } from 'zod'
import { catalog, type IndicatorId, indicatorIds, isIndicatorId, parseIndicator } from '../indicators/catalog.ts'
import { isTimeframe, type Timeframe } from '../market/timeframe.ts'
import type { Decimal } from '../market/units.ts'

export const alertKinds = ['level', 'percent', 'enter', 'leave', 'change', 'indicator', 'line'] as const
export type AlertKind = (typeof alertKinds)[number]

/** Indicators of alerts: those of a bounded number of candles, so that an outage can be caught up */
export const alertIndicators: readonly IndicatorId[] = indicatorIds.filter((id) =>
  Number.isFinite(catalog[id].memory([])),
)

export function isAlertIndicator(id: unknown): id is IndicatorId {
  return isIndicatorId(id) && alertIndicators.includes(id)
}

const price = z.number().positive()
const point = z.object({ time: z.number().int(), price })

const ranges = { value: price, high: price }
const crossings = { value: z.number(), basePrice: z.number() }

/** Rules of alerts by kind. Prices are decimals of the quote currency, times ms UTC. */
const alertRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('level'), ...crossings }),
  z.object({ kind: z.literal('percent'), ...crossings }),
  /** The price enters the range from `value` to `high`, both included */
  z.object({ kind: z.literal('enter'), ...ranges }),
  z.object({ kind: z.literal('leave'), ...ranges }),
  /** The price differs from the close of `minutes` minutes ago by `value` percent or more, in the direction of the sign */
  z.object({ kind: z.literal('change'), value: z.number(), minutes: z.number().int().positive() }),
  /** The first line of an indicator, such as `rsi:14`, crosses `value` at a settled close */
  z.object({
    kind: z.literal('indicator'),
    value: z.number(),
    tf: z.custom<Timeframe>(isTimeframe),
    indicator: z.string().refine((text) => isAlertIndicator(text.split(':')[0]) && parseIndicator(text) !== undefined),
    isAbove: z.boolean(),
  }),
  /** The price reaches the line through two points from the side where it was when the alert was created */
  z.object({ kind: z.literal('line'), from: point, to: point, isAbove: z.boolean() }),
])

export type AlertRule = z.infer<typeof alertRule>
export type LevelRule = Extract<AlertRule, { kind: 'level' | 'percent' }>
export type RuleOf<Kind extends AlertKind> = Extract<AlertRule, { kind: Kind }>

/** Columns of a stored alert that hold its rule */
interface StoredRule {
  kind: AlertKind
  value: Decimal
  basePrice: Decimal
  details: string | null
}

/** Reads the rule of a stored alert. Returns undefined for a rule that a newer version has written. */
export function ruleOf({ kind, value, basePrice, details }: StoredRule): AlertRule | undefined {
  return alertRule.safeParse({ ...fieldsOf(details), kind, value, basePrice }).data
}

/** Splits a rule into the columns of its row. @param basePrice  price when the alert was created */
export function storedRule(rule: AlertRule, basePrice: number): StoredRule {
  if (isLevelRule(rule)) return { ...rule, details: null }
  const { kind, ...details } = rule
  return { kind, value: 'value' in rule ? rule.value : rule.to.price, basePrice, details: JSON.stringify(details) }
}

export function isLevelRule(rule: Pick<AlertRule, 'kind'>): rule is LevelRule {
  return rule.kind === 'level' || rule.kind === 'percent'
}

function fieldsOf(details: string | null): object {
  if (details === null) return {}
  try {
    const fields: unknown = JSON.parse(details)
    return typeof fields === 'object' && fields !== null ? fields : {}
  } catch {
    return {}
  }
}
