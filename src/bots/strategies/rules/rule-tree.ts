import { priceSources } from '../../../indicators/catalog.ts'

/*
 * Rules: strategies as text, one statement a line. Names are case-insensitive, `#` starts a comment.
 *
 *   rules      = statement { newline statement }
 *   statement  = "enter when" condition | "exit when" condition
 *              | "add" amount "when" condition "at most" whole
 *              | [ "trailing" ] "stop" value | "target" value | "size" amount
 *   amount     = number | percent
 *   condition  = both { "or" both }
 *   both       = negation { "and" negation }
 *   negation   = [ "not" ] comparison
 *   comparison = value [ ( "<" | "<=" | ">" | ">=" | "=" | "!=" | "crosses above" | "crosses below" ) value ]
 *   value      = product { ( "+" | "-" ) product }
 *   product    = sign { ( "*" | "/" ) sign }
 *   sign       = [ "-" ] earlier
 *   earlier    = operand { "[" whole "]" }
 *   operand    = number | percent | name | name "(" value { "," value } ")" | "(" condition ")"
 *
 * A number may be written in braces, such as {14}: see `marks.ts`.
 * A value is a number or a percentage; a condition is true or false. The parser accepts only trees whose types fit.
 */

export const ruleBounds = {
  /** Characters of the whole text */
  length: 2000,
  /** Parentheses within parentheses */
  depth: 20,
  /** Numbers, names and operators of the whole text */
  nodes: 150,
  /** Different indicators */
  indicators: 10,
  /** Different values that a decision reads, earlier candles counted separately */
  signals: 40,
  /** Candles between the newest and the earliest that a condition reads, beyond the indicators' own memory */
  earlier: 100,
  /** Additional purchases of one position */
  adds: 20,
} as const

export const priceNames = [...priceSources, 'volume'] as const
export type PriceName = (typeof priceNames)[number]

/** Facts of the open position; known only while something is held. */
export const positionNames = ['profit', 'bars held', 'average price'] as const
type PositionName = (typeof positionNames)[number]

/** Parts of the time at which the candle closes, in UTC; Monday is weekday 1, Sunday 7. */
export const timeNames = ['hour', 'weekday'] as const
type TimeName = (typeof timeNames)[number]

export const mathNames = ['abs', 'min', 'max'] as const
export type MathName = (typeof mathNames)[number]

export const comparisons = ['<', '<=', '>', '>=', '=', '!=', 'crosses above', 'crosses below'] as const
export type Comparison = (typeof comparisons)[number]

export type Arithmetic = '+' | '-' | '*' | '/'

export interface IndicatorExpression {
  kind: 'indicator'
  name: string
  params: readonly number[]
  /** Price or indicator that it reads, if it reads one series */
  source: PriceName | IndicatorExpression
}

export type SeriesExpression = { kind: 'price'; name: PriceName } | IndicatorExpression

/** An expression whose value is a number; percentages are shares of 1, so 2% is 0.02. */
export type ValueExpression =
  | SeriesExpression
  | { kind: 'number'; value: number }
  /** `value` as written: 2 for 2% */
  | { kind: 'percent'; value: number }
  | { kind: 'position'; name: PositionName }
  | { kind: 'time'; name: TimeName }
  | { kind: 'math'; name: MathName; of: readonly ValueExpression[] }
  | { kind: 'negative'; of: ValueExpression }
  | { kind: 'arithmetic'; sign: Arithmetic; left: ValueExpression; right: ValueExpression }
  /** The value as it was some candles earlier */
  | { kind: 'earlier'; of: ValueExpression; candles: number }

export type ConditionExpression =
  | { kind: 'compare'; by: Comparison; left: ValueExpression; right: ValueExpression }
  | { kind: 'not'; of: ConditionExpression }
  | { kind: 'and' | 'or'; left: ConditionExpression; right: ConditionExpression }

export type Expression = ValueExpression | ConditionExpression

/** How much a purchase spends: a share of the equity in percent, or an amount of the quote currency. */
export type Amount = { kind: 'number' | 'percent'; value: number }

/** A distance from the close at which the purchase was decided: in the quote currency, or in percent of that close. */
export interface Distance {
  by: 'price' | 'percent'
  value: ValueExpression
}

export interface Rules {
  enter: ConditionExpression
  exit?: ConditionExpression
  add?: { amount: Amount; when: ConditionExpression; most: number }
  stop?: Distance & { isTrailing: boolean }
  target?: Distance
  size?: Amount
}
