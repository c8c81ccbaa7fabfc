/** What somebody wants to be told of. Prices are in the asset's quote currency, times in ms UTC. */
export interface PriceAlert {
  id: string
  userId: string
  asset: string
  kind: 'level' | 'percent'
  /** A price, or per cent from `basePrice`, with its sign */
  value: number
  /** The price when the alert was made */
  basePrice: number
  note: string
  createdAt: number
  firedAt: number | null
  firedPrice: number | null
  /** When its owner has seen that it fired */
  seenAt: number | null
}

/** What decides when an alert fires. */
export type AlertRule = Pick<PriceAlert, 'kind' | 'value' | 'basePrice'>

/** The lowest and the highest price of some time. */
export interface PriceRange {
  low: number
  high: number
}

/** The price an alert waits for. */
export function targetOf({ kind, value, basePrice }: AlertRule): number {
  return kind === 'level' ? value : basePrice * (1 + value / 100)
}

/** Whether the price has to rise to get there. One that was there from the beginning waits for nothing. */
export function isAbove(rule: AlertRule): boolean {
  return targetOf(rule) > rule.basePrice
}

/** Whether prices have reached what an alert waits for, coming from the side where the price was when it was made. */
export function isReached(rule: AlertRule, { low, high }: PriceRange): boolean {
  const target = targetOf(rule)
  return isAbove(rule) ? high >= target : low <= target
}

/**
 * The price an alert fires at: the newest one when it is beyond the target, otherwise the target itself, which prices
 * have touched in between.
 */
export function firedPriceOf(rule: AlertRule, newest: number): number {
  return isReached(rule, { low: newest, high: newest }) ? newest : targetOf(rule)
}
