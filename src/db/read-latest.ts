import { AsyncLocalStorage } from 'node:async_hooks'

const latest = new AsyncLocalStorage<true>()

/** What is read within it comes from the server: a copy may not have what somebody wrote at another process just now. */
export function readLatest<Result>(work: () => Result): Result {
  return latest.run(true, work)
}

export function wantsLatest(): boolean {
  return latest.getStore() === true
}
