import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Route } from '../src/app.tsx'
import { newSession } from '../src/auth/session/session.ts'
import { hashToken, randomToken } from '../src/auth/session/token.ts'
import type { Db } from '../src/db/client.ts'
import { accessOf, anyone, type Access as Declared } from '../src/http/access.ts'
import { localised, splitLocale } from '../src/i18n/locales.ts'
import { doors, expected, type Kind, kinds, type Question, seen } from './access-answers.ts'
import { type Access, access, members, nowhere, strangers, subject, type Visitor } from './access-table.ts'
import { type Administrator, makeAdministrator } from './administrator.ts'
import { runsOf } from './property-runs.ts'
import { openRoleSite } from './role-processes.ts'
import { categories, createTestSite, page, type TestSite } from './site.ts'
import { addUsers } from './users.ts'

setDefaultTimeout(600_000)

const day = 24 * 60 * 60_000
const longAgo = Date.now() - day

interface Place {
  app: { fetch(request: Request, address: () => string): Response | Promise<Response> }
  appDb: Db
  /** Of the ways and languages to ask for one thing, those that are tried */
  chosen<Choice>(choices: readonly Choice[]): readonly Choice[]
  close(): Promise<void>
}

let turn = 0
/** One after the other, so that all have had their turn in the end; all at once where properties are tried in full */
function inTurn<Choice>(choices: readonly Choice[]): readonly Choice[] {
  if (runsOf(10) === 10) return choices
  const at = turn++ % choices.length
  return choices.slice(at, at + 1)
}

const texts = ['ru', 'en'].map((locale) => ({
  [`${locale}/docs/index.md`]: page({ title: 'Docs' }),
  [`${locale}/docs/guide.md`]: page({ title: 'Guide' }),
  [`${locale}/blog/news/first.md`]: page({ title: 'First', date: '2026-01-01' }),
}))
const files = Object.assign({}, categories, ...texts)

/** Has the list of routes */
let site: TestSite
let place: Place
let keeper: Administrator
beforeAll(async () => {
  site = await createTestSite({ files, publicFiles: async () => undefined })
})
afterAll(() => site.close())

/** Questions go there from now on. */
async function settle(next: Place): Promise<void> {
  place = next
  unused.clear()
  keeper = await makeAdministrator(place.appDb, 'Keeper')
  await addUsers(place.appDb, [{ login: 'subject' }])
  await place.appDb.client.execute({ sql: "update users set id = ? where login = 'subject'", args: [subject] })
}

let count = 0

/** Cookies that nobody has used, by whose they are; of the place where questions go now */
const unused = new Map<string, string[]>()
const atOnce = 100

/** A cookie of somebody new, so that nothing one request does can be seen by another. */
async function cookieOf(visitor: Visitor, provenAt?: number): Promise<string> {
  if (visitor === 'nobody') return ''
  if (visitor === 'forged session') return `__Host-sid=${keeper.token.split('.')[0]}.${'A'.repeat(43)}`
  const key = `${visitor} ${provenAt}`
  const left = unused.get(key) ?? []
  if (left.length === 0) left.push(...(await manyCookies(visitor, provenAt)))
  unused.set(key, left)
  return left.pop() ?? ''
}

/** Written together: one by one they cost as much as what is asked with them. */
async function manyCookies(visitor: Visitor, provenAt: number | undefined): Promise<string[]> {
  const users = Array.from({ length: atOnce }, () => ({
    login: `visitor-${++count}`,
    role: visitor.startsWith('administrator') ? ('admin' as const) : ('user' as const),
    status: visitor === 'banned user' ? ('banned' as const) : ('active' as const),
  }))
  const ids = await addUsers(place.appDb, users)
  if (visitor === 'administrator') {
    const sql = `update users set totp_secret = (select totp_secret from users where id = ?)
      where id in (select value from json_each(?))`
    await place.appDb.client.execute({ sql, args: [keeper.user.id, JSON.stringify(ids)] })
  }
  const [first = '', ...others] = ids
  const model = newSession(place.appDb, {
    userId: first,
    now: visitor === 'expired session' ? Date.now() - 31 * day : Date.now(),
    address: '10.0.0.1',
    userAgent: 'A test',
    provenAt,
    ...(visitor === 'impersonated user' && { impersonatorId: keeper.user.id, provenAt: 0 }),
  })
  await place.appDb.writeBatch([model.statement])
  const tokens = [model.token, ...(await copySession(model.id, others))]
  return tokens.map((token) => `__Host-sid=${token}`)
}

/** The same session for each of these users, by one statement. */
async function copySession(id: string, users: string[]): Promise<string[]> {
  const copies = users.map((userId) => ({ userId, id: randomToken(16), secret: randomToken(32) }))
  const rows = copies.map(({ secret, ...row }) => ({ ...row, hash: Buffer.from(hashToken(secret)).toString('hex') }))
  await place.appDb.client.execute({
    sql: `insert into sessions (id, user_id, secret_hash, created_at, seen_at, proven_at, user_agent, address,
        impersonator_id, begun_in, device)
      select value ->> 'id', value ->> 'userId', unhex(value ->> 'hash'), created_at, seen_at, proven_at, user_agent,
        address, impersonator_id, begun_in, device
      from json_each(?), sessions where sessions.id = ?`,
    args: [JSON.stringify(rows), id],
  })
  return copies.map((copy) => `${copy.id}.${copy.secret}`)
}

async function ask({ method, path, cookie, kind }: Question): Promise<Response> {
  const headers = new Headers({ ...kinds[kind], 'sec-fetch-site': 'same-origin' })
  if (cookie) headers.set('cookie', cookie)
  const isForm = method === 'POST'
  if (isForm) headers.set('content-type', 'application/x-www-form-urlencoded')
  const request = new Request(new URL(path, 'https://kurs.test'), { method, headers, ...(isForm && { body: '' }) })
  const address = `10.${++count >> 16}.${(count >> 8) & 255}.${count & 255}`
  return place.app.fetch(request, () => address)
}

/** Asks for one address as everybody, in every way. @returns what was answered otherwise than the table says */
async function walk(method: string, prefixed: string, row: Access): Promise<string[]> {
  const { locale, path: pattern } = splitLocale(prefixed)
  const path = localised(locale, row.at ?? pattern)
  const faults: string[] = []
  for (const visitor of [...strangers, ...members]) {
    for (const kind of place.chosen(['page', 'htmx', 'json'] satisfies Kind[])) {
      const question = { method, path, cookie: await cookieOf(visitor), kind }
      const response = await ask(question)
      await response.arrayBuffer()
      const wanted = expected(row, visitor, question, locale)
      const got = seen(response, wanted)
      const line = `${method} ${path}, ${visitor}, ${kind}`
      if (got !== wanted) faults.push(`${line}: ${got} instead of ${wanted}`)
      const policy = response.headers.get('content-security-policy')
      if (!policy?.includes(`frame-ancestors 'none'`)) faults.push(`${line}: can be shown inside other sites`)
      if (typeof row.stranger === 'number') continue
      if (response.headers.get('cache-control') !== 'no-store') faults.push(`${line}: may be kept`)
      const isSession = visitor === 'banned user' || visitor === 'expired session' || visitor === 'forged session'
      const isTakenBack = response.headers.getSetCookie().some((cookie) => /^__Host-sid=;.*Max-Age=0/.test(cookie))
      if (isSession && !isTakenBack) faults.push(`${line}: the cookie stays`)
    }
  }
  return faults
}

/** Every route that answers, in each language: `GET /en/app`. */
function routes(): string[] {
  const own = site.app.routes.filter(({ method }) => method !== 'ALL')
  return [...new Set(own.map(({ method, path }) => `${method} ${path}`))]
}

function withoutLocale(route: string): string {
  const [method = '', path = ''] = route.split(' ')
  return `${method} ${splitLocale(path).path}`
}

test('it is decided for every route who may use it, and for nothing else', () => {
  expect([...new Set(routes().map(withoutLocale))].sort()).toEqual(Object.keys(access).sort())
})

/** What routes say about who may use them, wrongly or not at all: `GET /app/bots declares nothing`. */
function faultsOf(routes: readonly Route[], table: Record<string, Access>): string[] {
  const answering = routes.filter(({ method }) => method !== 'ALL')
  const handlers = Map.groupBy(answering, ({ method, path }) => `${method} ${path}`)
  return [...handlers].flatMap(([route, [first, ...rest]]) => {
    if (!first?.access) return [`${route} declares nothing by its first handler`]
    if (rest.some((handler) => handler.access)) return [`${route} declares more than one thing`]
    const row = table[withoutLocale(route)]
    return row && first.access !== declaredBy(row) ? [`${route} declares ${first.access}`] : []
  })
}

/** What a route has to declare for the table to be right. */
function declaredBy({ stranger, user, withoutFactor, isPartlyPublic }: Access): Declared {
  if (user === 'app') return 'guest'
  if (stranger !== 'ask' || isPartlyPublic) return 'public'
  return withoutFactor === 'setup' ? 'admin' : 'auth'
}

test('every route declares by its first handler who may use it, as the table has it', () => {
  expect(faultsOf(site.app.routes, access)).toEqual([])
})

test('a route that declares nothing, or something else than the table has, is found', () => {
  const handlers = { anyone, silent: () => new Response() }
  const routeOf = (path: string, handler: keyof typeof handlers): Route => {
    return { method: 'GET', path, access: accessOf(handlers[handler]) }
  }
  expect(faultsOf([routeOf('/', 'anyone'), routeOf('/', 'silent')], access)).toEqual([])
  expect(faultsOf([routeOf('/app/new', 'silent')], access)).toEqual([
    'GET /app/new declares nothing by its first handler',
  ])
  expect(faultsOf([routeOf('/x', 'silent'), routeOf('/x', 'anyone')], access)).toHaveLength(1)
  expect(faultsOf([routeOf('/en/app', 'anyone')], access)).toEqual(['GET /en/app declares public'])
})

/** Of those who may use a route, the first. */
function welcome({ stranger, user, withoutFactor }: Access): Visitor {
  if (stranger !== 'ask' || user === 'app') return 'nobody'
  return withoutFactor === 'setup' ? 'administrator' : 'user'
}

describe.each([
  ['one process', async () => ({ ...site, chosen: (choices) => choices, close: async () => {} })],
  [
    'feed, ticker and web in processes of their own',
    async () => ({ ...(await openRoleSite({ files })), chosen: inTurn }),
  ],
] as [string, () => Promise<Place>][])('%s', (_, open) => {
  beforeAll(async () => settle(await open()))
  afterAll(() => place.close())

  test('who has long not given the password is asked for it where the table says so, and nowhere else', async () => {
    const rows = Object.entries(access).filter(([, { stranger }]) => stranger === 'ask')
    const asking: string[] = []
    for (const [route, row] of rows) {
      const [method = '', path = ''] = route.split(' ')
      const cookie = await cookieOf(welcome(row), longAgo)
      const response = await ask({ method, path: row.at ?? path, cookie, kind: 'page' })
      await response.arrayBuffer()
      if (response.headers.get('location')?.startsWith(`${doors.confirm}?next=`)) asking.push(route)
    }
    expect(asking).toEqual(rows.filter(([, { needsProof }]) => needsProof).map(([route]) => route))
  })

  test('no route takes a body of any size', async () => {
    // More than any route takes
    const body = new Uint8Array(700_000).fill(120)
    const taken: string[] = []
    for (const [route, row] of Object.entries(access)) {
      const [method = '', path = ''] = route.split(' ')
      if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) continue
      const cookie = await cookieOf(welcome(row))
      const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
      const request = new Request(new URL(row.at ?? path, 'https://kurs.test'), { method, headers, body })
      const { status } = await place.app.fetch(request, () => `10.9.${++count >> 8}.${count & 255}`)
      if (status !== 413) taken.push(`${route}: ${status}`)
    }
    expect(taken).toEqual([])
  })

  test('a body that is not what its type says is refused, and no fault of ours', async () => {
    const broken = [
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=a', '--a\r\nContent-Disposition: form-data; name="login"\r\n\r\ncut'],
      ['application/json', '{"login":'],
    ] as const
    const failed: string[] = []
    for (const [route, row] of Object.entries(access)) {
      const [method = '', path = ''] = route.split(' ')
      if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) continue
      for (const [type, body] of broken) {
        const headers = { cookie: await cookieOf(welcome(row)), 'sec-fetch-site': 'same-origin', 'content-type': type }
        const request = new Request(new URL(row.at ?? path, 'https://kurs.test'), { method, headers, body })
        const { status } = await place.app.fetch(request, () => `10.8.${++count >> 8}.${count & 255}`)
        if (status >= 500) failed.push(`${route}, ${type}: ${status}`)
      }
    }
    expect(failed).toEqual([])
  })

  describe.each(Object.entries(access))('%s', (route, row) => {
    test('answers those who may, and nobody else, in every language', async () => {
      for (const own of place.chosen(routes().filter((each) => withoutLocale(each) === route))) {
        const [method = '', path = ''] = own.split(' ')
        expect(await walk(method, path, row)).toEqual([])
      }
    })
  })

  describe.each(Object.entries(nowhere))('%s, where nothing is,', (route, row) => {
    test('tells so only those who may be there', async () => {
      const [method = '', path = ''] = route.split(' ')
      for (const locale of place.chosen(['ru', 'en'] as const)) {
        expect(await walk(method, localised(locale, path), row)).toEqual([])
      }
    })
  })

  test.each([
    '/%61dmin/users',
    '/admin%2fusers',
    '//admin/users',
    '/admin/./users',
    '/x/../admin/users',
    '/ADMIN/users',
  ])('no other spelling of an address leads past the guard: %s', async (path) => {
    for (const visitor of ['nobody', 'user'] as const) {
      const response = await ask({ method: 'GET', path, cookie: await cookieOf(visitor), kind: 'page' })
      expect(response.status).toBeOneOf(visitor === 'nobody' ? [303, 404] : [404])
      expect(await response.text()).not.toContain('users-list')
    }
  })

  test('HEAD is guarded as GET is', async () => {
    const response = await ask({ method: 'HEAD', path: '/admin/users', cookie: '', kind: 'page' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toStartWith('/login?next=')
  })
})
