import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/* `bun start` runs this file first, before packages are installed: import only what Bun itself includes. */

/** Hash of the installed packages. If it matches, a start skips the package manager, which takes 100 ms. */
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
    // Without write access the next start runs the package manager again.
  }
  process.exitCode = status ?? 1
}
