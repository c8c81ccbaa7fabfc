import type { MessageProblem } from './problem.ts'
import { unknownVariables, variableNames } from './variables.ts'

/** Returns one problem for each name in braces that is no variable. */
export function checkVariables(template: string, field: string): MessageProblem[] {
  const known = variableNames.map((name) => `{${name}}`).join(', ')
  return unknownVariables(template).map((name) => ({
    field,
    key: 'message.problem.unknownVariable',
    params: { variable: `{${name}}`, known },
  }))
}
