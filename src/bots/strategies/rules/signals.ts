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

/** Texts of an indicator and of those that it reads; none for a price */
export function indicatorsIn(series: SeriesExpression): string[] {
  if (series.kind === 'price') return []
  const lower = typeof series.source === 'string' ? [] : indicatorsIn(series.source)
  return [printExpression(series), ...lower]
}

/** Returns all values that the decisions of rules read, each once, and how many candles back the earliest is. */
export function signalsOf({ enter, exit, add, stop, target }: Partial<Rules>): {
  signals: RuleSignal[]
  earliest: number
} {
  const found = new Map<string, RuleSignal>()
  let earliest = 0
  const visit = (tree: Expression, earlier: number): void => {
    if (tree.kind === 'price' || tree.kind === 'indicator') {
      const signal = { series: tree, name: printExpression(tree), earlier }
      found.set(signalName(signal), signal)
      earliest = Math.max(earliest, earlier)
    }
    const isCross = tree.kind === 'compare' && tree.by.startsWith('crosses')
    for (const part of partsOf(tree)) {
      visit(part, earlier + (tree.kind === 'earlier' ? tree.candles : 0))
      if (isCross) visit(part, earlier + 1)
    }
  }
  for (const tree of [enter, exit, add?.when, stop?.value, target?.value]) if (tree) visit(tree, 0)
  return { signals: [...found.values()], earliest }
}

function partsOf(tree: Expression): readonly Expression[] {
  switch (tree.kind) {
    case 'math':
      return tree.of
    case 'earlier':
    case 'negative':
    case 'not':
      return [tree.of]
    case 'arithmetic':
    case 'compare':
    case 'and':
    case 'or':
      return [tree.left, tree.right]
    default:
      return []
  }
}
