import { type Line, ok } from './line.ts'

/** One thing that was looked at. Programs read it: ids stay, and new ones are added. */
export interface Check {
  id: string
  name: string
  status: Status
  message?: string | undefined
  /** What to do about it */
  hint?: string | undefined
}

/** `warning` needs no act before a start; the command ends with 1 when a check has failed. */
export type Status = 'ok' | 'warning' | 'failed'

export function passed(id: string, name: string, message?: string): Check {
  return { id, name, status: 'ok', message }
}

/** @param state  `ok`, or the problem; advice begins on a line of its own */
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
