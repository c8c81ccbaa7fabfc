import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/config.ts'
import { makeBackup } from '../src/main/backup/make-backup.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { page } from './site.ts'
import { type SqldServer, sqldProgram, startSqld } from './sqld-server.ts'
import { connectClient } from './ticker-client.ts'
import { until } from './until.ts'
import { visitorOf } from './visitor.ts'
import { run } from './workplace.ts'
import { writeFiles } from './write-files.ts'

setDefaultTimeout(180_000)

describe.skipIf(!sqldProgram)('with its databases on libSQL servers', () => {
  let folder: string
  let env: Record<string, string>
  let databases: Record<'app' | 'content' | 'market', SqldServer>
  /** Process that follows prices and runs bots; the database servers decide about its leases */
  let runner: ServerProcess
  /** Process that serves pages, and reads sessions from a local replica */
  let server: ServerProcess
  /** Process that serves pages on another machine: both machines share only the database servers. */
  let elsewhere: ServerProcess
  const open: { close(): unknown }[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kurs-servers-'))
    await writeFiles(join(folder, 'content'), { 'ru/docs/guide.md': page({ title: 'Пособие' }) })
    const [app, content, market] = await Promise.all([startSqld(), startSqld(), startSqld()])
    databases = { app, content, market }
    env = {
      LOG_LEVEL: 'error',
      DATA_DIR: join(folder, 'data'),
      CONTENT_DIR: join(folder, 'content'),
      HISTORY_DAYS: '1',
      APP_DB_URL: app.url,
      CONTENT_DB_URL: content.url,
      MARKET_DB_URL: market.url,
    }
    const SECRET = 'the one secret of both these machines'
    const start = (more: Record<string, string>) => startServer({ ...env, SECRET, ...more })
    ;[runner, server, elsewhere] = await Promise.all([
      start({ ROLES: 'feed,bots' }),
      start({ ROLES: 'web,ticker' }),
      start({ ROLES: 'web', DATA_DIR: join(folder, 'elsewhere') }),
    ])
  })
  afterAll(async () => {
    for (const one of open) one.close()
    const statuses = await Promise.all([runner, server, elsewhere].map(({ stop }) => stop()))
    for (const database of Object.values(databases)) await database.close()
    await rm(folder, { recursive: true, force: true })
    expect(statuses).toEqual([0, 0, 0])
  })

  const askAt = ({ url }: ServerProcess, path: string, cookie = '', fields?: Record<string, string>) => {
    const visitor = visitorOf((at, init) => fetch(url + at, { redirect: 'manual', ...init }), { cookie })
    return fields ? visitor.post(path, fields) : visitor.get(path)
  }
  const ask = (path: string, cookie?: string, fields?: Record<string, string>) => askAt(server, path, cookie, fields)
  const register = async (login: string) => {
    const { headers } = await ask('/en/register', '', { login, name: 'Anna', password: 'корабль лампа 7' })
    return (
      headers
        .getSetCookie()
        .find((line) => line.startsWith('sid='))
        ?.split(';')[0] ?? ''
    )
  }
  /** Whether the replica contains the latest session */
  const isCopied = (login: string): boolean => {
    try {
      const name = readdirSync(join(folder, 'data')).find((entry) => entry.startsWith('replica-')) ?? ''
      using copy = new Database(join(folder, 'data', name, '0/app.db'), { readonly: true })
      const session = 'select 1 from sessions join users on users.id = sessions.user_id where login = ?'
      return copy.query(session).get(login) !== null
    } catch {
      // The replica does not exist yet or has no tables.
      return false
    }
  }
  const checks = async () => (await fetch(`${server.url}/readyz`)).json()

  test('it ingests, serves pages, creates accounts and orders, and publishes ticks', async () => {
    expect((await ask('/docs/guide')).html).toContain('Пособие')
    expect((await ask(`/search?q=${encodeURIComponent('пособие')}`)).html).toContain('href="/docs/guide"')
    const cookie = await register('anna')
    // Written data is readable in the very next request.
    expect((await ask('/en/account', cookie)).html).toContain('value="Anna"')
    expect((await ask('/api/auth/me', cookie)).html).toContain('"login":"anna"')
    await until(async () => JSON.parse((await ask('/api/market/candles?asset=BTCUSDT&tf=1&limit=1')).html).length > 0)
    const order = await ask('/en/app/paper/BTCUSDT/orders', cookie, { side: 'buy', kind: 'market', amount: '1000' })
    expect(order.status).toBe(303)
    expect((await ask('/en/app/paper/BTCUSDT', cookie)).html).toContain('from the next minute')
    const client = await connectClient(server.url ?? '', open)
    client.subscribe('BTCUSDT', 1)
    await until(() => client.ticks.length > 1)
    expect(await checks()).toMatchObject({ status: 'ok', checks: { app: 'ok', content: 'ok', market: 'ok' } })
  })

  test('users see what they saved, whichever process serves the next page', async () => {
    const jar = new Map<string, string>()
    const browse = async (at: ServerProcess, path: string, fields?: Record<string, string>) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await askAt(at, path, cookie, fields)
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        jar.set(name, value)
      }
      return answer
    }
    const account = { login: 'carla', password: 'a long river 7', name: 'Carla' }
    expect((await browse(elsewhere, '/api/auth/register', account)).status).toBe(303)
    for (const name of ['Carla One', 'Carla Two', 'Carla Three']) {
      // Gives the replica time to become current.
      await Bun.sleep(500)
      await browse(server, '/en/account')
      const { status, headers } = await browse(elsewhere, '/en/account', { name, locale: 'en' })
      expect([status, headers.get('location')]).toEqual([303, '/en/account'])
      const { html } = await browse(server, '/en/account')
      expect(/<input id="name-field"[^>]*value="([^"]*)"/.exec(html)?.[1]).toBe(name)
    }
  })

  test('cached and replicated data stay readable while a server is down; writes resume later', async () => {
    const cookie = await register('boris')
    const form = { name: 'Boris II', locale: 'en', hasAccent: 'no', accent: '' }
    await until(() => isCopied('boris'))
    await databases.app.kill()
    expect((await ask('/docs/guide')).status).toBe(200)
    expect((await ask('/en/app/bots', cookie)).status).toBe(200)
    expect((await ask('/en/account', cookie)).html).toContain('value="Anna"')
    expect((await ask('/api/auth/me', cookie)).html).toContain('"login":"boris"')
    // The replica may lack a session that has just started, so the session's cookie must not be cleared.
    for (const path of ['/en/account', '/api/auth/me']) {
      const { status, headers } = await ask(path, 'sid=begun-just-before.secret')
      expect([path, status, headers.getSetCookie().join()]).toEqual([path, 503, expect.not.stringContaining('sid=')])
    }
    // The replica may also lack a new bot, so a change of the bot is answered with 503, not 404.
    const change = await ask('/en/app/bots/made-just-before/removal', cookie, {})
    expect([change.status, change.headers.get('retry-after')]).toEqual([503, '30'])
    const refused = await ask('/en/account', cookie, form)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    expect(refused.html).toContain('Nothing can be saved right now')
    const { status, checks: found } = await until(async () => {
      const answer = await checks()
      return answer.status !== 'ok' && answer
    })
    expect([status, found.app]).toEqual([
      'unavailable',
      `${databases.app.url} cannot be written: its server does not answer`,
    ])
    await databases.app.start()
    expect((await ask('/en/account', cookie)).html).toContain('value="Anna"')
    expect((await ask('/en/account', cookie, form)).status).toBe(303)
    expect((await ask('/en/account', cookie)).html).toContain('value="Boris II"')
    await until(async () => (await checks()).status === 'ok')
    expect(server.logged()).not.toContain('Unhandled')
  })

  test('data only on a stopped server is a 503 in both languages and for API clients', async () => {
    await ask('/docs/guide')
    await databases.content.kill()
    expect((await ask('/docs/guide')).status).toBe(200)
    const path = `/search?q=${encodeURIComponent('пособие')}`
    const lost = await ask(path)
    expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '30'])
    expect(lost.html).toContain('Эту страницу сейчас не показать')
    expect((await ask(`/en${path}`)).html).toContain('This page can’t be shown right now')
    const program = await fetch(server.url + path, { headers: { accept: 'application/json' } })
    expect([program.status, program.headers.get('content-type')]).toEqual([503, 'application/problem+json'])
    await databases.content.start()
    expect((await ask(path)).html).toContain('href="/docs/guide"')
  })

  test('a missing database server and unsupported commands are explained in plain words', async () => {
    const nowhere = { ...env, DATA_DIR: join(folder, 'other'), APP_DB_URL: 'http://127.0.0.1:1?authToken=hidden' }
    const start = await run(['serve'], nowhere)
    expect([start.status, start.stderr.replace(/^(Starting: .*\n)*/, '')]).toEqual([
      1,
      'APP_DB_URL=http://127.0.0.1:1: connection refused.\nStart that server, or correct the address or its token.\n',
    ])
    const doctor = await run(['doctor'], { ...env, CONTENT_DB_URL: 'http://127.0.0.1:1?authToken=hidden' })
    expect(doctor.status).toBe(1)
    expect(doctor.stdout).toContain('✓ app\n')
    expect(doctor.stdout).toContain('✗ content: CONTENT_DB_URL=http://127.0.0.1:1: connection refused.')
    expect(doctor.stdout).not.toContain('hidden')
    const copy = join(folder, 'copy.tar.gz')
    expect(await makeBackup(readConfig(env), copy)).toEqual({ status: 'elsewhere', url: databases.app.url })
  })
})
