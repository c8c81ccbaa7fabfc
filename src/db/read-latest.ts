import { AsyncLocalStorage } from 'node:async_hooks'

const latest = new AsyncLocalStorage<true>()

/** What is read within it comes from the server: a copy may not have what somebody wrote at another process just now. */
export function readLatest<Result>(work: () => Result): Result {
  return latest.run(true, work)
}

const proof = new AsyncLocalStorage<true>()

/**
 * For rows whose absence has a cost, such as a session. A copy whose server is away may lack a row that exists.
 * @throws UnreachableError within it, where such a copy has no row
 */
export function proveAbsence<Result>(work: () => Result): Result {
  return proof.run(true, work)
}

export function wantsProof(): boolean {
  return proof.getStore() === true
}

export function wantsLatest(): boolean {
  return latest.getStore() === true
}
