import { readdirSync, readlinkSync } from 'node:fs'

/** How many files of this process are open whose path begins so: a database and its log. Linux only; see proc(5). */
export function countOpenFiles(path: string): number {
  return readdirSync('/proc/self/fd').filter((fd) => nameOf(fd).startsWith(path)).length
}

/** Empty when it has been closed meanwhile */
function nameOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}
