import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/** A Chromium without the parts that only windows need: the same engine for two thirds of the processor time. */
const shell = '/usr/bin/chromium-headless-shell'
const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Returns the path of a Chromium for tests: the one named by `CHROMIUM`, the system's, or a newly installed one
 * (Debian's packages for root on Debian, Playwright's own elsewhere). @throws Error that says what to install when none
 * is available
 */
export async function ensureChromium(say: (message: string) => void): Promise<string> {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  if (existsSync(shell)) return shell
  const canInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (canInstall) {
    say('Installing the Debian package "chromium-headless-shell" (a minute or two).')
    // Older Debian releases lack this package: the whole browser works too.
    await install('chromium-headless-shell').catch(() => say('There is none here: going on with "chromium".'))
    if (existsSync(shell)) return shell
  }
  const found = findChromium()
  if (found) return found
  if (canInstall) await install('chromium')
  else {
    say('No Chromium found: Playwright is downloading its own.')
    await run([process.execPath, 'x', 'playwright', 'install', 'chromium'])
  }
  const installed = findChromium()
  if (!installed) throw new Error('No Chromium could be installed. Install one and name it: CHROMIUM=/path/to/chromium')
  return installed
}

/** Returns the path of an installed Chromium; undefined when there is none. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM
  if (named) return named
  return [shell, ...systemPaths, chromium.executablePath()].find((path) => existsSync(path))
}

async function install(name: string): Promise<void> {
  await run(['apt-get', 'update', '-qq'])
  await run(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', name])
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
