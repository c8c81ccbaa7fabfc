import { AsyncLocalStorage } from 'node:async_hooks'

const latest = new AsyncLocalStorage<true>()

/** What is read within it comes from the server: a copy may not have what somebody wrote at another process just now. */
export function readLatest<Result>(work: () => Result): Result {
  return latest.run(true, work)
}

const proof = new AsyncLocalStorage<true>()

/**
 * For work that ends or refuses something when a row is missing, such as a session. While the server is away the copy may
 * lack a row that the server has: a read within `work` that finds no row in it throws UnreachableError.
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
