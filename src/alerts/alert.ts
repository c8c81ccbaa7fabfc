/** Prices are in the quote currency, times in ms UTC. */
export interface PriceAlert {
  id: string
  userId: string
  asset: string
  kind: 'level' | 'percent'
  /** A price, or a signed percentage of `basePrice` */
  value: number
  basePrice: number
  note: string
  createdAt: number
  firedAt: number | null
  firedPrice: number | null
  seenAt: number | null
}

export type AlertRule = Pick<PriceAlert, 'kind' | 'value' | 'basePrice'>

export interface PriceRange {
  low: number
  high: number
}

export function targetOf({ kind, value, basePrice }: AlertRule): number {
  return kind === 'level' ? value : basePrice * (1 + value / 100)
}

export function isAbove(rule: AlertRule): boolean {
  return targetOf(rule) > rule.basePrice
}

/** Whether prices have reached the target, coming from the side where the price was when the alert was made. */
export function isReached(rule: AlertRule, { low, high }: PriceRange): boolean {
  const target = targetOf(rule)
  return isAbove(rule) ? high >= target : low <= target
}

/** The newest price when it is beyond the target, otherwise the target itself, which was touched in between. */
export function firedPriceOf(rule: AlertRule, newest: number): number {
  return isReached(rule, { low: newest, high: newest }) ? newest : targetOf(rule)
}
