import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

/*
 * Beside a database: what its file was like when it was closed in order. As long as it is like that, nobody has written
 * it, and it need not be read from end to end at the next start, 7 ms a megabyte.
 */

const noteOf = (path: string) => `${path}.whole`

/** To be called once it is closed. Says nothing of one that another process still writes. */
export function noteWhole(path: string): void {
  const state = stateOf(path)
  try {
    if (state === undefined) rmSync(noteOf(path), { force: true })
    else writeFileSync(noteOf(path), state)
  } catch {
    // Without a note, or with that of another state, the next start looks through it.
  }
}

export function isNotedWhole(path: string): boolean {
  const state = stateOf(path)
  if (state === undefined) return false
  try {
    return readFileSync(noteOf(path), 'utf8') === state
  } catch {
    return false
  }
}

/** Its times cannot be set back: `ctime` is the system's. Undefined while there is a log: it was not closed in order. */
function stateOf(path: string): string | undefined {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (!file || (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return undefined
  return [file.ino, file.size, file.mtimeNs, file.ctimeNs].join('-')
}
