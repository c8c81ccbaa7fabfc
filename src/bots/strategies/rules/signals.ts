import { printExpression } from './print-rules.ts'
import type { Expression, Rules, SeriesExpression } from './rule-tree.ts'

/** A value of a series that decisions read. */
export interface RuleSignal {
  series: SeriesExpression
  /** Name of the series, such as `RSI(14)` */
  name: string
  /** Candles before the newest one */
  earlier: number
}

/** Name of a value in the log of decisions: `RSI(14)`, or `RSI(14)[1]` one candle earlier. */
export function signalName({ name, earlier }: Pick<RuleSignal, 'name' | 'earlier'>): string {
  return earlier === 0 ? name : `${name}[${earlier}]`
}

/** Returns all values that the decisions of rules read, each once, and how many candles back the earliest is. */
export function signalsOf({ enter, exit, add, stop, target }: Partial<Rules>): {
  signals: RuleSignal[]
  earliest: number
} {
  const found = new Map<string, RuleSignal>()
  let earliest = 0
  const visit = (tree: Expression, earlier: number): void => {
    switch (tree.kind) {
      case 'price':
      case 'indicator': {
        const signal = { series: tree, name: printExpression(tree), earlier }
        found.set(signalName(signal), signal)
        earliest = Math.max(earliest, earlier)
        return
      }
      case 'earlier':
        return visit(tree.of, earlier + tree.candles)
      case 'math':
        for (const each of tree.of) visit(each, earlier)
        return
      case 'negative':
      case 'not':
        return visit(tree.of, earlier)
      case 'compare':
        if (tree.by.startsWith('crosses')) for (const side of [tree.left, tree.right]) visit(side, earlier + 1)
        visit(tree.left, earlier)
        return visit(tree.right, earlier)
      case 'arithmetic':
      case 'and':
      case 'or':
        visit(tree.left, earlier)
        return visit(tree.right, earlier)
    }
  }
  for (const tree of [enter, exit, add?.when, stop?.value, target?.value]) if (tree) visit(tree, 0)
  return { signals: [...found.values()], earliest }
}
