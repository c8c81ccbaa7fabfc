import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/* What `bun start` does first: nothing but what Bun itself brings is there yet. */

if (!existsSync('node_modules')) {
  process.stderr.write('Installing packages. This takes up to a minute the first time.\n')
}
const { status } = spawnSync(process.execPath, ['install', '--frozen-lockfile', '--production', '--silent'], {
  stdio: 'inherit',
})
process.exitCode = status ?? 1
