import { newLeaseOwner } from '../src/jobs/lease-owner.ts'

/** Returns the lease-owner name of a process on this machine that does not exist: Linux assigns no PID so high. */
export function endedHolder(): string {
  const [machine, , ...rest] = newLeaseOwner().split('-')
  return [machine, 2 ** 22 + 1, ...rest].join('-')
}
