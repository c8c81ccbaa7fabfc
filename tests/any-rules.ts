import fc from 'fast-check'
import {
  type Amount,
  type ConditionExpression,
  comparisons,
  type Distance,
  type IndicatorExpression,
  type PriceName,
  priceNames,
  type Rules,
  ruleBounds,
  type ValueExpression,
} from '../src/bots/strategies/rules/rule-tree.ts'
import { indicatorsIn, signalsOf } from '../src/bots/strategies/rules/signals.ts'

/** Generates rules whose indicators are short enough for short price histories. */

const price = fc.constantFrom<PriceName>(...priceNames)
const length = fc.integer({ min: 2, max: 6 })

const plainIndicator: fc.Arbitrary<IndicatorExpression> = fc.oneof(
  fc.record({
    kind: fc.constant('indicator' as const),
    name: fc.constantFrom('SMA', 'EMA', 'RSI'),
    params: length.map((n) => [n]),
    source: fc.oneof({ weight: 3, arbitrary: fc.constant('close' as const) }, price),
  }),
  fc.record({
    kind: fc.constant('indicator' as const),
    name: fc.constantFrom('ATR', 'HIGHEST', 'LOWEST'),
    params: length.map((n) => [n]),
    source: fc.constant('close' as const),
  }),
  fc.record({
    kind: fc.constant('indicator' as const),
    name: fc.constantFrom('BB_UPPER', 'BB_LOWER', 'BB_MIDDLE'),
    params: fc.tuple(length, fc.constantFrom(0.5, 1, 2)),
    source: fc.constant('close' as const),
  }),
  fc.record({
    kind: fc.constant('indicator' as const),
    name: fc.constantFrom('MACD', 'MACD_SIGNAL', 'MACD_HISTOGRAM'),
    params: fc.constantFrom([2, 3, 2], [3, 6, 4]),
    source: fc.constant('close' as const),
  }),
)

/** An indicator, in some cases of another one */
const indicator: fc.Arbitrary<IndicatorExpression> = fc.oneof(
  { weight: 5, arbitrary: plainIndicator },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('indicator' as const),
      name: fc.constantFrom('SMA', 'EMA', 'RSI'),
      params: length.map((n) => [n]),
      source: plainIndicator,
    }),
  },
)

const series: fc.Arbitrary<ValueExpression> = fc.oneof(
  price.map((name) => ({ kind: 'price' as const, name })),
  indicator,
  fc.record({
    kind: fc.constant('earlier' as const),
    of: indicator,
    candles: fc.integer({ min: 0, max: 3 }),
  }),
)

const literal: fc.Arbitrary<ValueExpression> = fc
  .constantFrom(0, 1, 0.5, 2, 19.5, 20, 20.25, 30, 50, 70, 1000)
  .map((value) => ({ kind: 'number' as const, value }))

const arithmetic = (left: fc.Arbitrary<ValueExpression>, right: fc.Arbitrary<ValueExpression>) =>
  fc.record({
    kind: fc.constant('arithmetic' as const),
    sign: fc.constantFrom('+' as const, '-' as const, '*' as const, '/' as const),
    left,
    right,
  })

/** A number that is read from candles only, so that it has earlier values */
const pastValue: fc.Arbitrary<ValueExpression> = fc.oneof(
  { weight: 4, arbitrary: series },
  { weight: 2, arbitrary: literal },
  { weight: 1, arbitrary: arithmetic(series, fc.oneof(series, literal)) },
  { weight: 1, arbitrary: series.map((of) => ({ kind: 'negative' as const, of })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('min' as const, 'max' as const), series, series)
      .map(([name, one, other]): ValueExpression => ({ kind: 'math', name, of: [one, other] })),
  },
  {
    weight: 1,
    arbitrary: arithmetic(series, series).map((of): ValueExpression => ({ kind: 'math', name: 'abs', of: [of] })),
  },
  {
    weight: 1,
    arbitrary: arithmetic(series, series).map((of): ValueExpression => ({ kind: 'earlier', of, candles: 1 })),
  },
)

const percent: fc.Arbitrary<ValueExpression> = fc
  .constantFrom(0.1, 0.5, 1, 2, 5)
  .map((value) => ({ kind: 'percent' as const, value }))

const signedPercent = fc.oneof(
  percent,
  percent.map((of): ValueExpression => ({ kind: 'negative', of })),
)

const compared: fc.Arbitrary<ConditionExpression> = fc.record({
  kind: fc.constant('compare' as const),
  by: fc.constantFrom(...comparisons),
  left: pastValue,
  right: pastValue,
})

const plainComparison = fc.constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const, '=' as const)

const timed: fc.Arbitrary<ConditionExpression> = fc.record({
  kind: fc.constant('compare' as const),
  by: plainComparison,
  left: fc.constantFrom('hour' as const, 'weekday' as const).map((name) => ({ kind: 'time' as const, name })),
  right: fc.integer({ min: 0, max: 5 }).map((value) => ({ kind: 'number' as const, value })),
})

const held: fc.Arbitrary<ConditionExpression> = fc.oneof(
  fc.record({
    kind: fc.constant('compare' as const),
    by: plainComparison,
    left: fc.constant({ kind: 'position' as const, name: 'profit' as const }),
    right: signedPercent,
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    by: plainComparison,
    left: fc.constant({ kind: 'position' as const, name: 'bars held' as const }),
    right: fc.integer({ min: 1, max: 6 }).map((value) => ({ kind: 'number' as const, value })),
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    by: plainComparison,
    left: fc.constant({ kind: 'position' as const, name: 'average price' as const }),
    right: pastValue,
  }),
)

const joined = (of: fc.Arbitrary<ConditionExpression>): fc.Arbitrary<ConditionExpression> =>
  fc.oneof(
    { weight: 3, arbitrary: of },
    { weight: 1, arbitrary: of.map((inner): ConditionExpression => ({ kind: 'not', of: inner })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('and' as const, 'or' as const), of, of)
        .map(([kind, left, right]): ConditionExpression => ({ kind, left, right })),
    },
  )

const atAnyTime = joined(joined(fc.oneof({ weight: 5, arbitrary: compared }, timed)))
const whileHolding = joined(fc.oneof({ weight: 2, arbitrary: compared }, held))

const distance: fc.Arbitrary<Distance> = fc.oneof(
  percent.map((value): Distance => ({ by: 'percent', value })),
  fc.constantFrom(1, 2).map(
    (times): Distance => ({
      by: 'price',
      value: {
        kind: 'arithmetic',
        sign: '*',
        left: { kind: 'indicator', name: 'ATR', params: [3], source: 'close' },
        right: { kind: 'number', value: times },
      },
    }),
  ),
)

const amount: fc.Arbitrary<Amount> = fc.oneof(
  fc.constantFrom(10, 25, 33.3, 100).map((value): Amount => ({ kind: 'percent', value })),
  fc.constantFrom(50, 120.5).map((value): Amount => ({ kind: 'number', value })),
)

const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: undefined, freq: 2 })

export const anyRules: fc.Arbitrary<Rules> = fc
  .record({
    enter: atAnyTime,
    exit: maybe(whileHolding),
    add: maybe(fc.record({ amount, when: whileHolding, most: fc.integer({ min: 1, max: 3 }) })),
    stop: maybe(fc.tuple(distance, fc.boolean()).map(([of, isTrailing]) => ({ ...of, isTrailing }))),
    target: maybe(distance),
    size: maybe(amount),
  })
  .map(({ enter, ...others }) => {
    const given = Object.entries(others).filter(([, value]) => value !== undefined)
    return { enter, ...Object.fromEntries(given) } as Rules
  })
  .filter((rules) => {
    const read = new Set(signalsOf(rules).signals.flatMap(({ series }) => indicatorsIn(series)))
    return read.size <= ruleBounds.indicators
  })
