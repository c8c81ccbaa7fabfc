import { type Line, ok } from './line.ts'

/** Result of one check. Part of the JSON output: ids are stable, new ones may be added. */
export interface Check {
  id: string
  name: string
  status: Status
  message?: string | undefined
  /** Remedy */
  hint?: string | undefined
}

/** `warning` does not prevent a start; the command exits with 1 when a check has failed. */
export type Status = 'ok' | 'warning' | 'failed'

export function passed(id: string, name: string, message?: string): Check {
  return { id, name, status: 'ok', message }
}

/** @param state  `ok` or the problem; advice follows after the first line break */
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
