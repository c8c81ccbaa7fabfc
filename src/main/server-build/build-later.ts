import { setPriority } from 'node:os'
import { join } from 'node:path'
import { removeDrafts } from '../../browser/builds.ts'

/** Delay of the build, ms: a first start needs all processors for itself. */
const delayMs = 15_000
const priority = 10

/**
 * Bundles the server's sources for the next start, in a child process. If this process exits first, the child is
 * killed.
 */
export function buildLater(folder: string): void {
  const build = () => {
    const command = [process.execPath, join(import.meta.dir, 'build-server.ts'), folder]
    // Ignores failures: a failed build costs the next start half a second, and that start tries again.
    const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
    if (process.platform === 'linux') setPriority(child.pid, priority)
    child.unref()
    process.once('exit', () => {
      if (child.exitCode !== null) return
      child.kill('SIGKILL')
      removeDrafts(folder, child.pid)
    })
  }
  setTimeout(build, delayMs).unref()
}
