import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** Path of the real Redis; undefined when not installed. `bun run test` installs it when run as root on Debian. */
export const redisProgram = findRedis()

function findRedis(): string | undefined {
  return process.env.REDIS_SERVER ?? Bun.which('redis-server') ?? undefined
}

/** @param say  receives progress messages, or the reason why tests with Redis are skipped */
export async function ensureRedis(say: (message: string) => void): Promise<string | undefined> {
  const found = findRedis()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say('Installing the Debian package "redis-server".')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    for (const words of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'],
    ]) {
      await Bun.spawn(['apt-get', ...words], { env, stdout: 'ignore', stderr: 'inherit' }).exited
    }
  }
  const installed = findRedis()
  if (!installed)
    say('No redis-server here: tests with it are left out. Install it, or name one: REDIS_SERVER=/path/to/it')
  return installed
}

export interface RedisServer {
  url: string
  /** Restarts the server on the same port, without its data. */
  start(): Promise<void>
  /** Kills the server with SIGKILL, as the system does when memory runs out */
  kill(): Promise<void>
  /** Suspends the server: connections stay open but get no answers. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** Starts Redis on a free port; stores nothing on disk. */
export async function startRedis(...more: string[]): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-redis-'))
  const port = await freePort()
  let child: Bun.Subprocess | undefined
  const start = async () => {
    const words = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder, ...more]
    const started = Bun.spawn([redisProgram ?? 'redis-server', ...words], { stdout: 'ignore', stderr: 'inherit' })
    child = started
    await until(async () => {
      if (started.exitCode !== null) throw new Error(`redis-server ended with ${started.exitCode}`)
      const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data: () => {} } }).catch(
        () => undefined,
      )
      socket?.end()
      return socket !== undefined
    })
  }
  const kill = async () => {
    child?.kill('SIGKILL')
    await child?.exited
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
    close: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
