import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDb } from '../src/db/client.ts'
import type { MinuteUpdate } from '../src/market/candle.ts'
import { programOf } from './programs.ts'
import type { RoleOptions, RoleOrder } from './role-process.ts'
import type { TestSiteOptions } from './site.ts'
import { thrift } from './thrift.ts'
import { writeFiles } from './write-files.ts'

/** A process that runs `role-process.ts`. */
export interface RoleProcess {
  url: string
  ask(order: RoleOrder): Promise<void>
  stop(): Promise<void>
  /** Kills the process with SIGKILL, as the system does when memory runs out */
  kill(): Promise<void>
}

/** Starts a role. The process inherits only the paths of programs and temporary files. */
export async function startRole(options: RoleOptions): Promise<RoleProcess> {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  const answers: ((answer: { url?: string }) => void)[] = []
  const child = Bun.spawn([process.execPath, programOf('tests/role-process.ts')], {
    env: { PATH, HOME, TMPDIR, ...thrift },
    stdout: 'ignore',
    stderr: 'inherit',
    ipc: (answer) => answers.shift()?.(answer),
  })
  const send = (message: RoleOptions | RoleOrder) => {
    const { promise, resolve } = Promise.withResolvers<{ url?: string }>()
    answers.push(resolve)
    child.send(message)
    const died = child.exited.then((status) => {
      throw new Error(`A role ended with ${status}`)
    })
    return Promise.race([promise, died])
  }
  const { url = '' } = await send(options)
  return {
    url,
    ask: async (order) => void (await send(order)),
    stop: async () => {
      if (child.exitCode === null && !child.killed) await send({ do: 'stop' })
      await child.exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

/**
 * The parts of a site that single-process tests use, served by three processes: feed, ticker and web on one data
 * folder.
 */
export interface RoleSite {
  app: { fetch(request: Request, address?: () => string | undefined): Promise<Response> }
  appDb: Db
  dataDir: string
  feed: RoleProcess
  ticker: RoleProcess
  web: RoleProcess
  /** Starts one more process on the same data folder; `close` stops it too */
  start(
    role: 'feed' | 'ticker' | 'web',
    more?: { env?: Record<string, string>; past?: MinuteUpdate[] },
  ): Promise<RoleProcess>
  close(): Promise<void>
}

export interface RoleSiteOptions extends Pick<TestSiteOptions, 'files'> {
  past?: RoleOptions['past']
  /** Initial time of the frozen clock, ms UTC; the system clock by default */
  now?: number
  env?: Record<string, string>
}

export async function openRoleSite({ files = {}, past = [], now, env = {} }: RoleSiteOptions = {}): Promise<RoleSite> {
  const home = await mkdtemp(join(tmpdir(), 'kurs-roles-'))
  const dataDir = join(home, 'data')
  const contentDir = join(home, 'content')
  await mkdir(contentDir)
  await writeFiles(contentDir, files)
  const running: RoleProcess[] = []
  const start: RoleSite['start'] = async (ROLES, more = {}) => {
    const role = await startRole({
      env: {
        ROLES,
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        CONTENT_DIR: contentDir,
        SITE_URL: 'https://kurs.test',
        SECRET: 'a secret of nobody but this test',
        TRUST_PROXY: '1',
        LOG_LEVEL: 'error',
        HISTORY_DAYS: '2',
        ...env,
        ...more.env,
      },
      past: more.past ?? past,
      now,
    })
    running.push(role)
    return role
  }
  const [feed, ticker, web] = await Promise.all([start('feed'), start('ticker'), start('web')])
  const appDb = await openDb({ url: `file:${join(dataDir, 'app.db')}` })
  return {
    app: { fetch: (request, address) => throughProxy(web.url, request, address?.()) },
    appDb,
    dataDir,
    feed,
    ticker,
    web,
    start,
    close: async () => {
      await appDb.close()
      for (const role of running.reverse()) await role.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Forwards the request as the proxy of https://kurs.test would. */
export async function throughProxy(origin: string, request: Request, address: string | undefined): Promise<Response> {
  const { pathname, search, protocol, host } = new URL(request.url)
  const headers = new Headers(request.headers)
  if (!headers.has('x-forwarded-for')) headers.set('x-forwarded-for', address ?? '203.0.113.1')
  headers.set('x-forwarded-proto', protocol.slice(0, -1))
  headers.set('x-forwarded-host', host)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return fetch(`${origin}${pathname}${search}`, {
    method: request.method,
    headers,
    redirect: 'manual',
    ...(hasBody && { body: await request.arrayBuffer() }),
  })
}
