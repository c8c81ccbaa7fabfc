/** Subject of a check, and `ok` or the problem with its remedy */
export type Line = [what: string, state: string]

export const ok = 'ok'

/** Result of one check. It is part of the JSON output: IDs of checks are stable, new checks may be added. */
export interface Check {
  id: string
  name: string
  status: Status
  message?: string | undefined
  /** Sentence that tells the operator how to solve the problem */
  hint?: string | undefined
}

/** Outcome of a check. `warning` does not prevent a start; the command exits with 1 when a check has failed. */
export type Status = 'ok' | 'warning' | 'failed'

export function passed(id: string, name: string, message?: string): Check {
  return { id, name, status: 'ok', message }
}

/** @param state  `ok` or the problem; the remedy follows after the first line break */
export function checkOf(id: string, [name, state]: Line): Check {
  return state === ok ? passed(id, name) : problemCheck(id, name, 'failed', state)
}

export function warned(id: string, name: string, problem: string): Check {
  return problemCheck(id, name, 'warning', problem)
}

function problemCheck(id: string, name: string, status: Status, problem: string): Check {
  const [message, ...advice] = problem.split('\n')
  const hint = advice.join(' ')
  return { id, name, status, message, hint: hint === '' ? undefined : hint }
}
