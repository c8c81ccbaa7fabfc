import type { Amount, Expression } from './rule-tree.ts'

function printAmount({ kind, value }: Amount): string {
  return kind === 'percent' ? `${printNumber(value)}%` : printNumber(value)
}

/** Prints a number without an exponent, which the grammar does not have. */
function printNumber(value: number): string {
  const text = String(value)
  return /e/.test(text) ? value.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 17 }) : text
}

/** How tightly an expression binds: a part that binds less needs parentheses. */
const levels = { or: 1, and: 2, not: 3, compare: 4, sum: 5, product: 6, negative: 7, earlier: 8, operand: 9 } as const

function levelOf(tree: Expression): number {
  switch (tree.kind) {
    case 'or':
    case 'and':
    case 'not':
    case 'compare':
    case 'negative':
    case 'earlier':
      return levels[tree.kind]
    case 'arithmetic':
      return tree.sign === '+' || tree.sign === '-' ? levels.sum : levels.product
    default:
      return levels.operand
  }
}

export function printExpression(tree: Expression): string {
  switch (tree.kind) {
    case 'number':
    case 'percent':
      return printAmount(tree)
    case 'price':
    case 'position':
    case 'time':
      return tree.name
    case 'indicator': {
      const { source } = tree
      const text = typeof source === 'string' ? source : printExpression(source)
      return `${tree.name}(${[...tree.params.map(printNumber), ...(text === 'close' ? [] : [text])].join(', ')})`
    }
    case 'math':
      return `${tree.name}(${tree.of.map(printExpression).join(', ')})`
    case 'earlier':
      return `${within(tree.of, levels.earlier)}[${tree.candles}]`
    case 'negative':
      return `-${within(tree.of, levels.negative)}`
    case 'not':
      return `not ${within(tree.of, levels.not)}`
    case 'compare':
      return `${within(tree.left, levels.sum)} ${tree.by} ${within(tree.right, levels.sum)}`
    case 'arithmetic': {
      const level = levelOf(tree)
      return `${within(tree.left, level)} ${tree.sign} ${within(tree.right, level + 1)}`
    }
    case 'and':
    case 'or': {
      const level = levels[tree.kind]
      return `${within(tree.left, level)} ${tree.kind} ${within(tree.right, level + 1)}`
    }
  }
}

function within(tree: Expression, least: number): string {
  const text = printExpression(tree)
  return levelOf(tree) < least ? `(${text})` : text
}
