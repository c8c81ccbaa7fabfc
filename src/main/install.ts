import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/* `bun start` runs this file first, before packages are installed: import only modules that Bun itself includes. */

/**
 * File with a hash of the installed packages. If the hash matches, a start skips the package manager, which takes 100
 * ms.
 */
const note = 'node_modules/.kurs-installed'
const wanted = createHash('sha256')
  .update(process.version)
  .update(readFileSync('package.json'))
  .update(readFileSync('bun.lock'))
  .digest('hex')

if (!existsSync(note) || readFileSync(note, 'utf8') !== wanted) {
  process.stderr.write('Starting: installing packages. This takes up to a minute the first time.\n')
  const { status } = spawnSync(process.execPath, ['install', '--frozen-lockfile', '--production', '--silent'], {
    stdio: 'inherit',
  })
  try {
    if (status === 0) writeFileSync(note, wanted)
  } catch {
    // The note could not be written: the next start runs the package manager again.
  }
  process.exitCode = status ?? 1
}
