import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Balancer, startBalancer } from './balancer.ts'
import { startTelegram, type Telegram } from './doubles/telegram.ts'
import { freePort } from './free-port.ts'
import { type RedisServer, startRedis } from './redis-server.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { type SqldServer, startSqld } from './sqld-server.ts'

/* An installation on several machines: processes that share only two databases and a Redis. */

const rolesOf = {
  feed: 'feed',
  sender: 'sender,bots',
  'ticker-1': 'ticker',
  'ticker-2': 'ticker',
  'web-1': 'web',
  'web-2': 'web',
} as const
export type Machine = keyof typeof rolesOf
export const machineNames = Object.keys(rolesOf) as Machine[]

export interface Machines {
  /** Environment for commands that run next to the installation */
  env: Record<string, string>
  telegram: Telegram
  redis: RedisServer
  app: SqldServer
  market: SqldServer
  /** Returns the process that currently runs on a machine */
  of(machine: Machine): ServerProcess
  /** Returns the URL of a machine's process, also while it is stopped */
  urlOf(machine: Machine): string
  /** Load balancer in front of both processes of a role */
  web: Balancer
  ticker: Balancer
  start(machine: Machine, more?: Record<string, string>): Promise<void>
  /** @returns the exit status of each process that was still running */
  close(): Promise<number[]>
}

export interface MachinesOptions {
  contentDir: string
  /** `FEED` of the machine with the role `feed` */
  feed: string
}

export async function openMachines({ contentDir, feed }: MachinesOptions): Promise<Machines> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-machines-'))
  const [app, market, redis] = await Promise.all([startSqld(), startSqld(), startRedis()])
  const telegram = startTelegram()
  const ports = new Map<Machine, number>()
  for (const machine of machineNames) ports.set(machine, await freePort())
  const portOf = (machine: Machine) => ports.get(machine) ?? 0
  const [web, ticker] = [
    await startBalancer([portOf('web-1'), portOf('web-2')]),
    await startBalancer([portOf('ticker-1'), portOf('ticker-2')]),
  ]
  const env = {
    HOST: '127.0.0.1',
    SITE_URL: web.url,
    TICKER_URL: ticker.url,
    SECRET: 'a secret of nobody but these machines',
    CONTENT_DIR: contentDir,
    HISTORY_DAYS: '1',
    APP_DB_URL: app.url,
    MARKET_DB_URL: market.url,
    REDIS_URL: redis.url,
    TELEGRAM_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.root,
  }
  const running = new Map<Machine, ServerProcess>()
  const start: Machines['start'] = async (machine, more = {}) => {
    const own = { ROLES: rolesOf[machine], PORT: String(portOf(machine)), DATA_DIR: join(folder, machine) }
    running.set(machine, await startServer({ ...env, ...own, ...(machine === 'feed' && { FEED: feed }), ...more }))
  }
  // Starts all processes at once on empty databases: the first one creates the tables.
  await Promise.all(machineNames.map((machine) => start(machine)))
  return {
    env: { ...env, DATA_DIR: join(folder, 'commands') },
    telegram,
    redis,
    app,
    market,
    of: (machine) => {
      const process = running.get(machine)
      if (!process) throw new Error(`${machine} was never started`)
      return process
    },
    urlOf: (machine) => `http://127.0.0.1:${portOf(machine)}`,
    web,
    ticker,
    start,
    close: async () => {
      const statuses = await Promise.all([...running.values()].map(({ stop }) => stop()))
      await Promise.all([web.close(), ticker.close(), app.close(), market.close(), redis.close(), telegram.close()])
      await rm(folder, { recursive: true, force: true })
      return statuses
    },
  }
}
