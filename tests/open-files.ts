import { readdirSync, readlinkSync } from 'node:fs'

/** Counts open files of this process whose path begins with `path`: a database and its log. Linux only; see proc(5). */
export function countOpenFiles(path: string): number {
  return readdirSync('/proc/self/fd').filter((fd) => nameOf(fd).startsWith(path)).length
}

/** Returns an empty string when the descriptor was closed meanwhile */
function nameOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}
