import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * A Chromium to test with: the one named by `CHROMIUM`, the system's, else one installed now (Debian's package for
 * root on Debian, Playwright's own elsewhere).
 * @throws Error saying what to install when none can be had
 */
export async function ensureChromium(say: (message: string) => void): Promise<string> {
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say('No Chromium found: installing the Debian package "chromium" (a minute or two).')
    await run(['apt-get', 'update', '-qq'])
    await run(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  } else {
    say('No Chromium found: Playwright is downloading its own.')
    await run([process.execPath, 'x', 'playwright', 'install', 'chromium'])
  }
  const installed = findChromium()
  if (!installed) throw new Error('No Chromium could be installed. Install one and name it: CHROMIUM=/path/to/chromium')
  return installed
}

function findChromium(): string | undefined {
  return [process.env.CHROMIUM, ...systemPaths, chromium.executablePath()].find((path) => path && existsSync(path))
}

async function run(command: string[]): Promise<void> {
  const child = Bun.spawn(command, {
    stdout: 'ignore',
    stderr: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  const status = await child.exited
  if (status !== 0) throw new Error(`${command.join(' ')} ended with status ${status}`)
}
