import type { ConfigError } from '../../config/config-error.ts'
import { type Check, checkOf, type Status } from './check.ts'

const marks: Record<Status, string> = { ok: '✓', warning: '!', failed: '✗' }

export function lineOf({ name, status, message, hint }: Check): string {
  const words = [message, hint].filter((text) => text !== undefined).join(' ')
  return `${marks[status]} ${name}${words === '' ? '' : `: ${words}`}\n`
}

/** Formats all checks as one JSON object on one line */
export function reportOf(checks: readonly Check[], version?: string): string {
  const shown = checks.map(({ message = 'ok', ...check }) => ({ ...check, message }))
  return `${JSON.stringify({ version, status: worstOf(checks), checks: shown })}\n`
}

/** Formats the same JSON object when an invalid configuration prevents all checks */
export function reportOfConfiguration({ message, problems }: ConfigError): string {
  if (problems.length === 0) return reportOf([checkOf('configuration', ['configuration', message])])
  return reportOf(problems.map((problem) => checkOf('configuration', [problem.variable, problem.message])))
}

export function worstOf(checks: readonly Check[]): Status {
  const statuses = checks.map(({ status }) => status)
  return statuses.includes('failed') ? 'failed' : statuses.includes('warning') ? 'warning' : 'ok'
}
