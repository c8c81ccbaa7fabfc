import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { webhookSecret } from '../src/telegram/bot/webhook-routes.ts'
import { startTelegram, type Telegram } from './doubles/telegram.ts'
import { freePort } from './free-port.ts'
import { throughProxy } from './role-processes.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { page } from './site.ts'
import { codeNow } from './totp-code.ts'
import { until } from './until.ts'
import { type CookieVisitor, createVisitor } from './visitor.ts'
import { run } from './workplace.ts'
import { writeFiles } from './write-files.ts'

/* Runs a whole process with the debug log level; it handles every kind of secret and fails in several ways. */

setDefaultTimeout(60_000)

const SECRET = 'a-secret-of-this-installation-and-of-nothing-else'
const METRICS_TOKEN = 'a-token-for-whoever-counts-requests'
const wrongPassword = 'a word that was mistyped 1'
const password = 'корабль лампа 7'
const newPassword = 'другой корабль 8'
const setupPassword = 'третий корабль 9'

/** Secrets that no log may contain, by name */
const secrets = new Map<string, string>(
  Object.entries({ SECRET, METRICS_TOKEN, wrongPassword, password, newPassword, setupPassword }),
)
const keep = (name: string, text: string | undefined) => {
  if (!text || text.length < 6) throw new Error(`There is no ${name}: ${text}`)
  secrets.set(name, text)
}

let folder = ''
let telegram: Telegram
let server: ServerProcess
let env: Record<string, string>
/** Output for the operator; it contains the link for the first administrator on purpose */
let greeting = ''
/** URL of the server behind the proxy */
let base = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-secrets-'))
  telegram = startTelegram({ token: '1000001:AAEdouble-of-a-token-as-long-as-real' })
  await writeFiles(join(folder, 'content'), { 'ru/docs/a.md': page({}) })
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  env = {
    PORT: `${port}`,
    DATA_DIR: join(folder, 'data'),
    CONTENT_DIR: join(folder, 'content'),
    SITE_URL: 'https://kurs.test',
    TELEGRAM_API_ROOT: telegram.root,
    TELEGRAM_TOKEN: telegram.token,
    ...{ SECRET, METRICS_TOKEN, TRUST_PROXY: '1', HISTORY_DAYS: '1', LOG_LEVEL: 'debug' },
  }
  keep('token of the bot', telegram.token.split(':')[1])
  keep('secret of the webhook', webhookSecret(SECRET))
  server = await startServer(env)
  greeting = await until(() => server.said().includes('/setup?token=') && server.said())
})
afterAll(async () => {
  await server.stop()
  await telegram.close()
  await rm(folder, { recursive: true, force: true })
})

const app = {
  fetch: (request: Request, address: () => string | undefined) => throughProxy(base, request, address()),
}

function keepCookies(of: string, visitor: CookieVisitor): void {
  keep(`session ${of}`, visitor.cookie('sid')?.split('.')[1])
  keep(`device ${of}`, visitor.cookie('device')?.split('.')[1])
}

/** @returns the value of a hidden field of a form */
const fieldIn = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

function bytesOf(base32: string): Uint8Array {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(base32, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

/** Registers, mistypes the password, signs in, changes the password, and sets up a second factor. */
async function account(): Promise<CookieVisitor> {
  const login = 'anna'
  const visitor = createVisitor({ app })
  expect((await visitor.post('/en/register', { login, name: 'Anna', password })).status).toBe(303)
  keepCookies('of a registration', visitor)
  expect((await createVisitor({ app }).post('/en/login', { login, password: wrongPassword })).status).toBe(401)
  await visitor.post('/en/account/password', { current: password, wanted: newPassword })
  keepCookies('after a new password', visitor)
  const { html } = await visitor.get('/en/account/second-factor')
  const key = (/<code>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1] ?? '').replaceAll(' ', '')
  keep('key of a second factor', key)
  keep('sealed key of a second factor', fieldIn(html, 'key'))
  const code = codeNow(bytesOf(key))
  const done = await visitor.post('/en/account/second-factor', { key: fieldIn(html, 'key'), code })
  expect(done.location).toBe('/en/account/second-factor/codes')
  const codes = [...(await visitor.read('/en/account/second-factor/codes')).matchAll(/<code>([a-z0-9-]{17})<\/code>/g)]
  expect(codes).toHaveLength(10)
  for (const [at, [, text]] of codes.entries()) keep(`recovery code ${at}`, text)
  const again = createVisitor({ app })
  await again.post('/en/login', { login, password: newPassword })
  keep('half-finished sign-in', again.cookie('pending'))
  expect((await again.post('/en/login?recovery=1', { code: codes[0]?.[1] ?? '' })).status).toBe(303)
  keepCookies('of a second factor', again)
  return visitor
}

/** Creates an API token, uses it, uses a misspelled one, and offers to link a chat. */
async function programsAndChats(visitor: CookieVisitor): Promise<void> {
  const fields = { name: 'A program', scopes: 'account:read', lifetime: '30', date: '' }
  const made = await visitor.post('/en/account/tokens/new', fields)
  const shown = await visitor.get(made.location ?? '')
  const token = /kurs_[\w-]{20,}/.exec(shown.html)?.[0]
  keep('token of a program', token)
  for (const text of [`${token}`, `${token}x`]) {
    const headers = { authorization: `Bearer ${text}`, 'x-forwarded-for': '10.1.1.1' }
    await (await fetch(`${base}/api/auth/tokens`, { headers })).text()
  }
  await (await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
  await visitor.post('/en/account/telegram', {})
  const offer = /t\.me\/\w+\?start=([\w-]+)/.exec(await visitor.read('/en/account/telegram'))?.[1]
  keep('offer to link a chat', offer)
  await telegram.updates.write({ id: 700 }, `/start ${offer}`)
  await until(() => telegram.delivered.some(({ chatId }) => chatId === '700'))
}

/** Uses links for new accounts: from startup and from the command line. */
async function links(): Promise<void> {
  const setup = /\/setup\?token=([\w-]+)/.exec(greeting)?.[1]
  keep('link of the first administrator', setup)
  const first = createVisitor({ app })
  const done = await first.post(`/en/setup?token=${setup}`, {
    login: 'keeper',
    name: 'Keeper',
    password: setupPassword,
  })
  expect(done.status).toBe(303)
  const reset = await run(['user', 'reset', '--login', 'keeper'], { PATH: process.env.PATH ?? '', ...env })
  const link = /new-password\?token=([\w-]+)/.exec(reset.stdout)?.[1]
  keep('link to a new password', link)
  const guest = createVisitor({ app })
  await guest.get(`/en/new-password?token=${link}`)
  await guest.post(`/en/new-password?token=${link}`, { password: newPassword })
  await guest.get(`/en/new-password?token=${link}&again=1`)
}

async function broadcast(): Promise<void> {
  const [people, message] = ['people.csv', 'message.json'].map((name) => join(folder, name))
  await Bun.write(people ?? '', 'chat_id,locale,name\n701,en,Bob\n702,ru,Вася\n')
  await Bun.write(
    message ?? '',
    JSON.stringify({ name: 'News', text: { ru: 'Да', en: 'Yes' }, buttons: [], audience: {}, onUnknown: 'hold' }),
  )
  telegram.faults.next = ['before-500']
  const inherited = { PATH: process.env.PATH ?? '', ...env }
  expect((await run(['subscriber', 'import', people ?? ''], inherited)).status).toBe(0)
  expect((await run(['broadcast', 'import', message ?? '', '--start'], inherited)).status).toBe(0)
  await until(() => telegram.delivered.some(({ chatId }) => chatId === '701' || chatId === '702'))
}

/** Telegram revokes the token and tables disappear, while users keep sending requests. */
async function faults(visitor: CookieVisitor): Promise<void> {
  telegram.faults.revoked = true
  await telegram.updates.write({ id: 700 }, '/price BTCUSDT')
  await until(() => /"level":"(warn|error)"/.test(server.logged()))
  const db = new Database(join(env.DATA_DIR ?? '', 'app.db'))
  // Waits for the lock, because the server writes to the database at the same time.
  db.run('pragma busy_timeout = 60000')
  for (const table of ['users', 'sessions', 'api_tokens', 'account_links'])
    db.run(`alter table ${table} rename to gone_${table}`)
  db.close()
  const others = createVisitor({ app })
  const broken = [
    await others.post('/en/register', { login: 'boris', name: 'Boris', password }),
    await others.post('/en/login', { login: 'anna', password: newPassword }),
    await others.get(`/en/new-password?token=${secrets.get('link to a new password')}`),
    await visitor.get('/en/account'),
  ]
  expect(broken.map(({ status }) => status).filter((status) => status < 500)).toEqual([])
  const headers = { authorization: `Bearer ${secrets.get('token of a program')}` }
  expect((await fetch(`${base}/api/auth/tokens`, { headers })).status).toBe(500)
  await until(() => (server.logged().match(/"message":"Unhandled error"/g)?.length ?? 0) >= 3)
}

test('no secret received or created appears in a log', async () => {
  const visitor = await account()
  await programsAndChats(visitor)
  await links()
  await broadcast()
  await faults(visitor)
  await server.stop()
  const logged = server.logged()
  const said = server.said().replace(secrets.get('link of the first administrator') ?? '', '')
  // Checks that the log is complete: every kind of line was logged.
  for (const words of ['"path":"/en/register"', '"level":"debug"', 'Unhandled error', 'no such table']) {
    expect(logged).toContain(words)
  }
  expect(secrets.size).toBeGreaterThan(25)
  const written = [logged, said, JSON.stringify(logged)].join('\n')
  const forms = (text: string) => [text, encodeURIComponent(text), Buffer.from(text).toString('base64')]
  const found = [...secrets].filter(([, text]) => forms(text).some((form) => written.includes(form)))
  expect(found.map(([name]) => name)).toEqual([])
})
