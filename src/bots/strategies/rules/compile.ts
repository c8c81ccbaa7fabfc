import type { Candle } from '../../../market/candle.ts'
import type { Account } from '../../engine/account.ts'
import type { TradeScale } from '../../engine/money.ts'
import type { Signals } from '../../engine/strategy.ts'
import { memoryOfSeries, startSeries, unitOfSeries } from './indicators.ts'
import { printExpression } from './print-rules.ts'
import type { Arithmetic, Comparison, ConditionExpression, MathName, Rules, ValueExpression } from './rule-tree.ts'
import { type RuleSignal, signalName, signalsOf } from './signals.ts'

/** Data that expressions read at the close of a candle. Signals are in units; all other numbers are decimals or shares. */
export interface RuleSight {
  signals: Signals
  /** Units of one coin of the quote currency, and of one coin of the asset */
  units: { price: number; volume: number; number: 1 }
  /** Facts of the open position; 0 while nothing is held */
  position: { profit: number; 'bars held': number; 'average price': number }
  time: { hour: number; weekday: number }
}

export type ReadValue = (sight: RuleSight) => number
export type ReadCondition = (sight: RuleSight) => boolean

/** Compiles an expression to nested functions. @param earlier  candles before the newest one */
export function compileValue(tree: ValueExpression, earlier = 0): ReadValue {
  switch (tree.kind) {
    case 'number': {
      const { value } = tree
      return () => value
    }
    case 'percent': {
      const share = tree.value / 100
      return () => share
    }
    case 'price':
    case 'indicator': {
      const name = signalName({ name: printExpression(tree), earlier })
      const unit = unitOfSeries(tree)
      return ({ signals, units }) => (signals[name] as number) / units[unit]
    }
    case 'position': {
      const { name } = tree
      return ({ position }) => position[name]
    }
    case 'time': {
      const { name } = tree
      return ({ time }) => time[name]
    }
    case 'math': {
      const compute = maths[tree.name]
      const [first, second = first] = tree.of.map((each) => compileValue(each, earlier))
      if (!first || !second) throw new Error(`${tree.name} has no argument`)
      return (sight) => compute(first(sight), second(sight))
    }
    case 'negative': {
      const of = compileValue(tree.of, earlier)
      return (sight) => -of(sight)
    }
    case 'earlier':
      return compileValue(tree.of, earlier + tree.candles)
    case 'arithmetic': {
      const compute = arithmetics[tree.sign]
      const [left, right] = [compileValue(tree.left, earlier), compileValue(tree.right, earlier)]
      return (sight) => compute(left(sight), right(sight))
    }
  }
}

const maths: Record<MathName, (one: number, other: number) => number> = {
  abs: (one) => Math.abs(one),
  min: (one, other) => Math.min(one, other),
  max: (one, other) => Math.max(one, other),
}

const arithmetics: Record<Arithmetic, (one: number, other: number) => number> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  // Every comparison with NaN is false.
  '/': (one, other) => (other === 0 ? Number.NaN : one / other),
}

export function compileCondition(tree: ConditionExpression): ReadCondition {
  switch (tree.kind) {
    case 'not': {
      const of = compileCondition(tree.of)
      return (sight) => !of(sight)
    }
    case 'and':
    case 'or': {
      const [left, right] = [compileCondition(tree.left), compileCondition(tree.right)]
      return tree.kind === 'and' ? (sight) => left(sight) && right(sight) : (sight) => left(sight) || right(sight)
    }
    case 'compare': {
      const [left, right] = [compileValue(tree.left), compileValue(tree.right)]
      if (tree.by !== 'crosses above' && tree.by !== 'crosses below') {
        const compare = compares[tree.by]
        return (sight) => compare(left(sight), right(sight))
      }
      const [leftBefore, rightBefore] = [compileValue(tree.left, 1), compileValue(tree.right, 1)]
      const isAbove = tree.by === 'crosses above'
      return (sight) => {
        const [was, is] = [leftBefore(sight) - rightBefore(sight), left(sight) - right(sight)]
        return isAbove ? was <= 0 && is > 0 : was >= 0 && is < 0
      }
    }
  }
}

const compares: Record<Exclude<Comparison, `crosses ${string}`>, (one: number, other: number) => boolean> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
  '=': (one, other) => one === other,
  '!=': (one, other) => one < other || one > other,
}

/** Number of candles that rules need before their first decision; 0 if they read no candle */
export function warmUpOf(rules: Rules): number {
  return Math.max(0, ...signalsOf(rules).signals.map(({ series, earlier }) => memoryOfSeries(series) + earlier))
}

/**
 * Starts to watch candles. @returns a function to call once per candle, in order. It returns all signals, or none while
 * one of them is unknown.
 */
export function startSignals(rules: Rules): (candle: Candle) => Signals {
  const watched = groupedBySeries(signalsOf(rules).signals)
  return (candle) => {
    let isReady = true
    const signals: Record<string, number> = {}
    for (const { next, values, reads } of watched) {
      const value = next(candle)
      if (value !== undefined) values.push(value)
      for (const { name, earlier } of reads) {
        const known = values.at(earlier)
        if (known === undefined) isReady = false
        else signals[name] = known
      }
    }
    return isReady ? signals : none
  }
}

const none: Signals = {}

function groupedBySeries(signals: readonly RuleSignal[]) {
  return [...Map.groupBy(signals, ({ name }) => name).values()].map((group) => ({
    next: startSeries((group[0] as RuleSignal).series),
    values: createNewest(1 + Math.max(...group.map(({ earlier }) => earlier))),
    reads: group.map((signal) => ({ name: signalName(signal), earlier: signal.earlier })),
  }))
}

/** The newest `size` values of a series. */
function createNewest(size: number) {
  const ring = new Float64Array(size)
  let count = 0
  return {
    push: (value: number) => {
      ring[count % size] = value
      count++
    },
    at: (earlier: number) => (earlier < count ? ring[(count - 1 - earlier) % size] : undefined),
  }
}

/** Facts of the position at a price, in price units. The profit is a share of the cost, fees of the purchase included. */
export function positionOf(
  { quantity, cost }: Account,
  worth: number,
  { volumeDigits }: TradeScale,
  bars: number,
): RuleSight['position'] {
  if (quantity === 0) return { profit: 0, 'bars held': 0, 'average price': 0 }
  return {
    profit: (worth - cost) / cost,
    'bars held': bars,
    'average price': cost / 1e8 / (quantity / 10 ** volumeDigits),
  }
}
