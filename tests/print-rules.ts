import { printExpression } from '../src/bots/strategies/rules/print-rules.ts'
import type { Rules } from '../src/bots/strategies/rules/rule-tree.ts'

/** Prints rules as canonical text: parsing it gives the same rules. */
export function printRules({ enter, exit, add, stop, target, size }: Rules): string {
  const lines = [`enter when ${printExpression(enter)}`]
  if (exit) lines.push(`exit when ${printExpression(exit)}`)
  if (add) lines.push(`add ${printExpression(add.amount)} when ${printExpression(add.when)} at most ${add.most}`)
  if (stop) lines.push(`${stop.isTrailing ? 'trailing stop' : 'stop'} ${printExpression(stop.value)}`)
  if (target) lines.push(`target ${printExpression(target.value)}`)
  if (size) lines.push(`size ${printExpression(size)}`)
  return lines.join('\n')
}
