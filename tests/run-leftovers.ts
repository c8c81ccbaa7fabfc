import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { command } from './small-disk.ts'

/** Never throws. @returns what tests left mounted, and whether the folder could not be removed, one sentence each */
export async function clearFolder(home: string): Promise<string[]> {
  const notes: string[] = []
  const mounts = mountsBelow(home)
  // Lazily: a process that the system has not reaped yet keeps it busy.
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
 * Ends the processes that name a folder in their environment or arguments; found on Linux only. Never throws.
 * @param patience  looks, 20 ms apart, at processes that may end by themselves, as browsers do after their worker
 * @returns how many there were, in a sentence; none without any
 */
export async function endProcesses(home: string, patience = 50): Promise<string[]> {
  const ended = new Set<number>()
  // One that is being ended may start another.
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
    // Ended since it was found.
  }
}

export function processesOf(home: string): number[] {
  if (!existsSync('/proc/self/environ')) return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  return pids
    .filter((pid) => ['environ', 'cmdline'].some((file) => textOf(`/proc/${pid}/${file}`).includes(home)))
    .map(Number)
}

/** The deepest first, as they have to be unmounted. */
export function mountsBelow(home: string): string[] {
  const points = textOf('/proc/self/mountinfo')
    .split('\n')
    .flatMap((line) => line.split(' ')[4] ?? [])
    // Spaces and the like are octal: `\040`.
    .map((path) => path.replace(/\\([0-7]{3})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 8))))
  return points
    .filter((path) => path.startsWith(`${home}/`))
    .sort()
    .reverse()
}

/** Empty for a file that cannot be read: a process of others, or one that has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
