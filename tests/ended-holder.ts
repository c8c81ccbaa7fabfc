import { newHolder } from '../src/jobs/holder.ts'

/** The name of a process of this machine that is not there: Linux numbers none so high. */
export function endedHolder(): string {
  const [machine, , ...rest] = newHolder().split('-')
  return [machine, 2 ** 22 + 1, ...rest].join('-')
}
