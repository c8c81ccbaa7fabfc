import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/* `bun start` runs this first: only what Bun itself brings can be imported. */

/** Names the packages that are installed: a later start need not ask the package manager, which takes 100 ms. */
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
    // A folder that cannot be written costs the next start a question to the package manager.
  }
  process.exitCode = status ?? 1
}
