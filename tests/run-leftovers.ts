import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { command } from './small-disk.ts'

/** Removes a folder. Never throws. @returns a sentence each for mounts left by tests and for a failed removal */
export async function clearFolder(home: string): Promise<string[]> {
  const notes: string[] = []
  const mounts = mountsBelow(home)
  // Lazy unmount, because a process that the system has not reaped yet keeps the mount busy.
  for (const path of mounts) command(['umount', '-l', path])
  if (mounts.length > 0) notes.push(`Unmounted ${mounts.length} folders that tests left mounted.`)
  try {
    await rm(home, { recursive: true, force: true, maxRetries: 10 })
  } catch (error) {
    notes.push(`${home} could not be removed: ${error instanceof Error ? error.message : error}`)
  }
  return notes
}

/**
 * Ends the processes that name a folder in their environment or arguments; finds them on Linux only. Never throws.
 * @param patience  checks, 20 ms apart, during which processes may exit on their own, as browsers do after their worker
 * @returns a sentence with the number of ended processes; empty when there were none
 */
export async function endProcesses(home: string, patience = 50): Promise<string[]> {
  const ended = new Set<number>()
  // A process that is being ended may start another one, so search repeatedly.
  for (let round = 0; round < patience + 100; round++) {
    const found = processesOf(home)
    if (found.length === 0) break
    for (const pid of round < patience ? [] : found) {
      ended.add(pid)
      kill(pid)
    }
    await Bun.sleep(20)
  }
  return ended.size > 0 ? [`Ended ${ended.size} processes that tests left running.`] : []
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has exited since it was found.
  }
}

export function processesOf(home: string): number[] {
  if (!existsSync('/proc/self/environ')) return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  return pids
    .filter((pid) => ['environ', 'cmdline'].some((file) => textOf(`/proc/${pid}/${file}`).includes(home)))
    .map(Number)
}

/** Lists mounts, deepest first, which is the order for unmounting. */
export function mountsBelow(home: string): string[] {
  const points = textOf('/proc/self/mountinfo')
    .split('\n')
    .flatMap((line) => line.split(' ')[4] ?? [])
    // The kernel escapes spaces and similar characters as octal numbers: `\040`.
    .map((path) => path.replace(/\\([0-7]{3})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 8))))
  return points
    .filter((path) => path.startsWith(`${home}/`))
    .sort()
    .reverse()
}

/**
 * Returns the text of a file, or an empty string when it is unreadable: another user's process, or one that has exited.
 */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
