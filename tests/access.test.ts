import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Route } from '../src/app/app.ts'
import { accessOf, anyone } from '../src/http/access.ts'
import { localised, splitLocale } from '../src/i18n/locales.ts'
import { doors, expected, type Kind, seen } from './access-answers.ts'
import { faultsOf, withoutLocale } from './access-declarations.ts'
import { type Access, members, strangers, type Visitor } from './access-rows.ts'
import { access, nowhere } from './access-table.ts'
import { type AccessVisitors, inviteVisitors, type VisitedPlace } from './access-visitors.ts'
import { headerFaults, inlineFaults } from './page-policy.ts'
import { patienceMs, runsOf } from './property-runs.ts'
import { openRoleSite } from './role-processes.ts'
import { categories, createTestSite, page, type TestSite } from './site.ts'
import { sameOrigin } from './visitor.ts'

setDefaultTimeout(patienceMs)

const longAgo = Date.now() - 24 * 60 * 60_000

interface Place extends VisitedPlace {
  /** Selects which of the visitors, or of the languages of a route, the test tries */
  chosen<Choice>(choices: readonly Choice[]): readonly Choice[]
  close(): Promise<void>
}

/** Current position by number of choices: over time, choices of different kinds meet in all combinations. */
const turns = new Map<number, number>()
/** Returns the next choice, so that every choice is used eventually; returns all in full property runs */
function inTurn<Choice>(choices: readonly Choice[]): readonly Choice[] {
  if (runsOf(10) === 10) return choices
  const many = choices.length
  const turn = turns.get(many) ?? Math.floor(Math.random() * many)
  turns.set(many, turn + 1)
  return choices.slice(turn % many, (turn % many) + 1)
}

const kinds: readonly Kind[] = ['page', 'htmx', 'json']

const frameOf = (host: string) => `<iframe src="https://${host}/film" title="A film"></iframe>`

const texts = ['ru', 'en'].map((locale) => ({
  [`${locale}/docs/index.md`]: page({ title: 'Docs' }),
  [`${locale}/docs/guide.md`]: page({ title: 'Guide' }, `${frameOf('a.test')}\n\n${frameOf('b.test')}`),
  [`${locale}/blog/news/first.md`]: page({ title: 'First', date: '2026-01-01' }, frameOf('a.test')),
}))
const files = Object.assign({}, categories, ...texts)

/** The site that provides the list of routes */
let site: TestSite
let place: Place
let visitors: AccessVisitors
beforeAll(async () => {
  site = await createTestSite({ files, publicFiles: async () => undefined, env: { EMBEDS: 'a.test' } })
})
afterAll(() => site.close())

/**
 * Requests a route as every visitor in every way. Tries further languages in one way only. @returns differences from
 * the table
 */
async function walkAll(method: string, prefixed: readonly string[], row: Access): Promise<string[]> {
  const tried = place.chosen(prefixed)
  const [whole] = tried.length > 1 ? inTurn(tried) : tried
  const faults: string[] = []
  for (const path of tried) faults.push(...(await walk({ method, prefixed: path, row, isWhole: path === whole })))
  return faults
}

interface Walk {
  method: string
  prefixed: string
  row: Access
  isWhole: boolean
}

async function walk({ method, prefixed, row, isWhole }: Walk): Promise<string[]> {
  const { locale, path: pattern } = splitLocale(prefixed)
  const path = localised(locale, row.at ?? pattern)
  const faults: string[] = []
  for (const visitor of place.chosen([...strangers, ...members])) {
    for (const kind of isWhole ? place.chosen(kinds) : inTurn(kinds)) {
      const question = { method, path, cookie: await visitors.cookieOf(visitor), kind }
      const response = await visitors.ask(question)
      const body = await response.text()
      const wanted = expected(row, visitor, question, locale)
      const got = seen(response, wanted)
      const line = `${method} ${path}, ${visitor}, ${kind}`
      if (got !== wanted) faults.push(`${line}: ${got} instead of ${wanted}`)
      const isPage = response.headers.get('content-type')?.startsWith('text/html')
      for (const fault of [
        ...headerFaults(response, isPage ? body : '', path),
        ...(isPage ? inlineFaults(body) : []),
      ]) {
        faults.push(`${line}: ${fault}`)
      }
      if (typeof row.stranger === 'number') continue
      if (response.headers.get('cache-control') !== 'no-store') faults.push(`${line}: may be kept`)
      const isSession = visitor === 'banned user' || visitor === 'expired session' || visitor === 'forged session'
      const isTakenBack = response.headers.getSetCookie().some((cookie) => /^__Host-sid=;.*Max-Age=0/.test(cookie))
      if (isSession && !isTakenBack) faults.push(`${line}: the cookie stays`)
    }
  }
  return faults
}

/** Routes of every language, by the route without the locale */
let routesBy: Map<string, string[]>
beforeAll(() => {
  routesBy = Map.groupBy(routes(), withoutLocale)
})

/** Lists every route that answers, in each language, for example `GET /en/app`. */
function routes(): string[] {
  const own = site.app.routes.filter(({ method }) => method !== 'ALL')
  return [...new Set(own.map(({ method, path }) => `${method} ${path}`))]
}

test('every route has a row in the access table, and no row lacks a route', () => {
  expect([...new Set(routes().map(withoutLocale))].sort()).toEqual(Object.keys(access).sort())
})

test('the first handler of every route declares its access as in the table', () => {
  expect(faultsOf(site.app.routes, access)).toEqual([])
})

test('a route with a missing or wrong access declaration is found', () => {
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

/** Returns the first visitor with access to a route. */
function welcome({ stranger, user, withoutFactor }: Access): Visitor {
  if (stranger !== 'ask' || user === 'app') return 'nobody'
  return withoutFactor === 'setup' ? 'administrator' : 'user'
}

describe.each([
  ['one process', async () => ({ ...site, chosen: (choices) => choices, close: async () => {} })],
  [
    'feed, ticker and web in processes of their own',
    async () => ({ ...(await openRoleSite({ files, env: { EMBEDS: 'a.test,b.test' } })), chosen: inTurn }),
  ],
] as [string, () => Promise<Place>][])('%s', (_, open) => {
  beforeAll(async () => {
    place = await open()
    visitors = await inviteVisitors(place)
  })
  afterAll(() => place.close())

  test('a password check that is too old is repeated only where the table requires it', async () => {
    const rows = Object.entries(access).filter(([, { stranger }]) => stranger === 'ask')
    const asking: string[] = []
    for (const [route, row] of rows) {
      const [method = '', path = ''] = route.split(' ')
      const cookie = await visitors.cookieOf(welcome(row), longAgo)
      const response = await visitors.ask({ method, path: row.at ?? path, cookie, kind: 'page' })
      await response.arrayBuffer()
      if (response.headers.get('location')?.startsWith(`${doors.confirm}?next=`)) asking.push(route)
    }
    expect(asking).toEqual(rows.filter(([, { needsProof }]) => needsProof).map(([route]) => route))
  })

  test('no route accepts a body of unlimited size', async () => {
    // A form larger than any form may be
    const form = new Uint8Array(700_000).fill(120)
    const taken: string[] = []
    for (const [route, row] of Object.entries(access)) {
      const [method = '', path = ''] = route.split(' ')
      if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) continue
      const cookie = await visitors.cookieOf(welcome(row))
      const headers = { cookie, ...sameOrigin, 'content-type': 'application/x-www-form-urlencoded' }
      const body = row.fileBytes === undefined ? form : new Uint8Array(row.fileBytes + 100_000).fill(120)
      const request = new Request(new URL(row.at ?? path, 'https://kurs.test'), { method, headers, body })
      const { status } = await visitors.send(request)
      if (status !== 413) taken.push(`${route}: ${status}`)
    }
    expect(taken).toEqual([])
  })

  test('a body that does not match its content type is a client error, never a 500', async () => {
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
        const headers = {
          cookie: await visitors.cookieOf(welcome(row)),
          ...sameOrigin,
          'content-type': type,
        }
        const request = new Request(new URL(row.at ?? path, 'https://kurs.test'), { method, headers, body })
        const { status } = await visitors.send(request)
        if (status >= 500) failed.push(`${route}, ${type}: ${status}`)
      }
    }
    expect(failed).toEqual([])
  })

  describe.each(Object.entries(access))('%s', (route, row) => {
    test('answers those who may use it and refuses all others, in every language', async () => {
      const own = (routesBy.get(route) ?? []).map((name) => name.split(' '))
      const paths = own.map(([, path = '']) => path)
      expect(await walkAll(own[0]?.[0] ?? '', paths, row)).toEqual([])
    })
  })

  describe.each(Object.entries(nowhere))('%s, where nothing is,', (route, row) => {
    test('reveals that nothing exists only to visitors with access', async () => {
      const [method = '', path = ''] = route.split(' ')
      const paths = (['ru', 'en'] as const).map((locale) => localised(locale, path))
      expect(await walkAll(method, paths, row)).toEqual([])
    })
  })

  test.each([
    '/%61dmin/users',
    '/admin%2fusers',
    '//admin/users',
    '/admin/./users',
    '/x/../admin/users',
    '/ADMIN/users',
  ])('no other spelling of a path bypasses the guard: %s', async (path) => {
    for (const visitor of ['nobody', 'user'] as const) {
      const response = await visitors.ask({
        method: 'GET',
        path,
        cookie: await visitors.cookieOf(visitor),
        kind: 'page',
      })
      expect(response.status).toBeOneOf(visitor === 'nobody' ? [303, 404] : [404])
      expect(await response.text()).not.toContain('users-list')
    }
  })

  test('HEAD is guarded like GET', async () => {
    const response = await visitors.ask({ method: 'HEAD', path: '/admin/users', cookie: '', kind: 'page' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toStartWith('/login?next=')
  })
})
