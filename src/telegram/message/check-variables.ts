import type { MessageProblem } from './problem.ts'
import { unknownVariables, variableNames } from './variables.ts'

/** One problem for each name in braces that stands for nothing. */
export function checkVariables(template: string, field: string): MessageProblem[] {
  const known = variableNames.map((name) => `{${name}}`).join(', ')
  return unknownVariables(template).map((name) => ({
    field,
    key: 'message.problem.unknownVariable',
    params: { variable: `{${name}}`, known },
  }))
}
