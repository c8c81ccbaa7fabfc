import { AsyncLocalStorage } from 'node:async_hooks'

const latest = new AsyncLocalStorage<true>()

/** Lets reads within `work` come from the server, since a local copy may lack recent writes of another process. */
export function readLatest<Result>(work: () => Result): Result {
  return latest.run(true, work)
}

const proof = new AsyncLocalStorage<true>()

/**
 * Runs `work` that ends or refuses something if a row is missing, e.g. a session. While the server is away, the local
 * copy may lack a row: a read in `work` that finds none then throws UnreachableError.
 */
export function confirmAbsence<Result>(work: () => Result): Result {
  return proof.run(true, work)
}

export function mustConfirmAbsence(): boolean {
  return proof.getStore() === true
}

export function mustReadLatest(): boolean {
  return latest.getStore() === true
}
