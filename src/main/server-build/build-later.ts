import { setPriority } from 'node:os'
import { join } from 'node:path'
import { removeDrafts } from '../../browser/builds.ts'

/** ms. A first start needs the processors for itself. */
const delayMs = 15_000
const priority = 10

/** Bundles the server's sources for the next start, in a process that ends with this one at the latest. */
export function buildLater(folder: string): void {
  const build = () => {
    const command = [process.execPath, join(import.meta.dir, 'build-server.ts'), folder]
    // A failure costs the next start half a second and is not worth a message: the build is tried again then.
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
