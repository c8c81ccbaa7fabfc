import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { z } from 'zod'
import { scopes } from '../src/auth/scopes.ts'
import { locales } from '../src/i18n/locales.ts'
import { type ApiDocument, apiDocument, errorSchemas } from '../src/openapi/document.ts'
import type { Operation } from '../src/openapi/operation.ts'
import { access } from './access-table.ts'
import { createTestFeed, minuteOf } from './doubles/feed.ts'
import { addPlayedBot } from './played-bots.ts'
import { signIn } from './signed-in.ts'
import { categories, createTestSite, page, type TestSite } from './site.ts'
import { tokenOf } from './token.ts'
import { until } from './until.ts'

setDefaultTimeout(60_000)

const now = Date.UTC(2026, 5, 10, 12, 30, 20)
const minute = now - (now % 60_000)
const past = Array.from({ length: 300 }, (_, n) =>
  minuteOf('BTCUSDT', minute - (300 - n) * 60_000, 100 + 10 * Math.sin(n / 9), { high: 120, low: 80, volume: 5 }),
)
const files = Object.assign(
  {},
  categories,
  ...locales.map((locale) => ({ [`${locale}/docs/guide.md`]: page({ title: 'Guide' }) })),
)

let site: TestSite
let operations: readonly Operation[]
let headers: Record<string, string>
let botId: string
beforeAll(async () => {
  const feed = createTestFeed({ past })
  site = await createTestSite({ feed, files, now: () => now })
  operations = site.app.operations
  feed.emit(minuteOf('BTCUSDT', minute, 100, { isClosed: false, time: now }))
  feed.setState({ name: 'live' })
  await until(() => !site.market.state().isBackfilling)
  const person = await signIn(site.appDb, { now })
  headers = { authorization: `Bearer ${await tokenOf(site, person, { scopes, now })}` }
  botId = await addPlayedBot(site.appDb, { userId: person.id, name: 'Mine', equities: [100, 101], now })
  await site.appDb.client.execute({
    sql: `insert into bot_trades (bot_id, id, time, side, price, quantity, fee, profit, reason, is_caught_up)
      values (?, 1, ?, 'buy', 10050, 200, 1000, 0, 'enter', 0)`,
    args: [botId, minute],
  })
})
afterAll(() => site.close())

const addressOf = ({ method, path }: Operation) => `${method.toUpperCase()} ${path}`

/**
 * Lists public API routes and token routes. Leaves out routes that answer strangers with a 404, because API clients do
 * not use them.
 */
async function callsOfPrograms(): Promise<string[]> {
  const scoped = site.app.routes.filter(({ scope }) => scope).map(({ method, path }) => `${method} ${path}`)
  const open = Object.entries(access).filter(([, { stranger }]) => typeof stranger === 'number' && stranger !== 404)
  const json: string[] = []
  for (const [route, row] of open) {
    const [method = '', path = ''] = route.split(' ')
    if (method !== 'GET') {
      if (/^\/(api|__nuxt_content)\//.test(path)) json.push(route)
      continue
    }
    const answer = await site.app.request(row.at ?? path)
    await answer.arrayBuffer()
    if (answer.ok && /^application\/json/.test(answer.headers.get('content-type') ?? '')) json.push(route)
  }
  return [...new Set([...scoped, ...json])]
}

test('every API endpoint is in the document', async () => {
  const calls = await callsOfPrograms()
  const documented = operations.map(addressOf)
  expect(calls.length).toBeGreaterThan(20)
  expect(calls.filter((route) => !documented.includes(route))).toEqual([])
})

test('each operation has its own id, and an address with a row in the access table', () => {
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  expect(operations.map(addressOf).filter((address) => !access[address])).toEqual([])
})

/** Parameters with which each endpoint answers as documented: path parameters, query, body */
const asked: Record<string, { path?: Record<string, string>; query?: string; body?: unknown }> = {
  listCandles: { query: 'asset=BTCUSDT&tf=1&limit=3' },
  listGaps: { query: 'asset=BTCUSDT' },
  overviewPrices: { query: 'asset=BTCUSDT' },
  runBacktest: {
    body: {
      asset: 'BTCUSDT',
      tf: 1,
      from: minute - 200 * 60_000,
      to: minute,
      strategy: 'ma-cross',
      params: { fast: 3, slow: 8 },
      capital: '1000',
      feeBps: 10,
      slippageBps: 5,
    },
  },
  listTrades: { query: 'limit=1' },
  actOnBot: { body: { act: 'pause' } },
  signIn: { body: { login: 'program', password: 'a long river 7' } },
  register: { body: { login: 'program', password: 'a long river 7', name: 'Anna' } },
  askForPasskeyChallenge: { body: { use: 'sign-in' } },
  listCommonPasswords: { path: { prefix: 'abc' } },
  dumpLines: { path: { collection: 'docs_en' } },
  dumpList: { path: { collection: 'docs_en' } },
  queryContent: {
    path: { collection: 'docs_en' },
    body: { sql: 'SELECT "title", "path" FROM _content_docs_en ORDER BY stem ASC LIMIT 3' },
  },
  listIcons: { path: { file: 'lucide.json' }, query: 'icons=house,nowhere' },
  listMessages: { path: { build: 'any', locale: 'en' } },
  findBuild: { path: { file: 'test.json' } },
  findNuxtBuild: { path: { file: 'test.json' } },
}

function ask(operation: Operation, headersOf: Record<string, string> = {}): Promise<Response> {
  const { path = { id: botId }, query, body } = asked[operation.id] ?? {}
  const address = operation.path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => path[name] ?? '')
  const isPost = operation.method === 'post'
  return site.app.request(query ? `${address}?${query}` : address, {
    method: isPost ? 'POST' : 'GET',
    headers: { ...(isPost && { 'content-type': 'application/json' }), ...headersOf },
    ...(isPost && { body: JSON.stringify(body ?? {}) }),
  })
}

test('real responses match the document exactly', async () => {
  // Users register before they sign in; the document lists the endpoints in another order.
  const inOrder = operations.toSorted((a, b) => Number(b.id === 'register') - Number(a.id === 'register'))
  for (const operation of inOrder) {
    const { id, answer } = operation
    const response = await ask(operation, operation.scope ? headers : {})
    const text = await response.text()
    expect([id, response.status, text.slice(0, 300)]).toEqual([id, answer.status, expect.anything()])
    if (answer.type === 'none') continue
    expect([id, response.headers.get('content-type')?.split(';')[0]]).toEqual([id, answer.type ?? 'application/json'])
    if (!answer.schema) continue
    const json: unknown = JSON.parse(text)
    expect([id, answer.schema.parse(json)]).toEqual([id, json])
  }
})

test('error responses match the document', async () => {
  for (const operation of operations.filter(({ isPersonal }) => isPersonal)) {
    const response = await ask(operation)
    expect([operation.id, response.status]).toEqual([operation.id, 401])
    errorSchemas.problem.strict().parse(await response.json())
  }
  const wrong = await site.app.request('/api/market/candles?asset=BTCUSDT&tf=7')
  expect(wrong.status).toBe(400)
  errorSchemas.problem.strict().parse(await wrong.json())
  const missing = await site.app.request('/__nuxt_content/none/sql_dump')
  expect(missing.status).toBe(404)
  errorSchemas.protocol.strict().parse(await missing.json())
})

test('the document lists the common errors of every change', async () => {
  const paths = new Map(everyOperation(documentIn('en')).map((documented) => [documented.operationId, documented]))
  for (const operation of operations.filter(({ method }) => method === 'post')) {
    const told = Object.keys(paths.get(operation.id)?.responses ?? {}).map(Number)
    const packed = await ask(operation, { ...headers, 'content-encoding': 'gzip' })
    const foreign = await ask(operation, { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.test' })
    expect([operation.id, packed.status]).toEqual([operation.id, 415])
    expect([operation.id, told]).toEqual([operation.id, expect.arrayContaining([403, 413, 415, 503, 507])])
    expect([operation.id, told.includes(foreign.status)]).toEqual([operation.id, true])
  }
})

test('endpoints that start a session accept forms too', () => {
  const forms = everyOperation(documentIn('en')).filter(({ requestBody }) => {
    return requestBody?.content['application/x-www-form-urlencoded']
  })
  expect(forms.map(({ operationId }) => operationId).sort()).toEqual(['askForPasskeyChallenge', 'register', 'signIn'])
})

test('documented bounds of query parameters match their validation', () => {
  const whole = z.object({ type: z.literal('integer'), minimum: z.number(), maximum: z.number().optional() })
  let tried = 0
  for (const { parameters, operationId } of everyOperation(documentIn('en'))) {
    const { query } = operations.find(({ id }) => id === operationId) ?? {}
    for (const { name, schema } of parameters.filter((parameter) => parameter.in === 'query')) {
      const bounds = whole.safeParse(schema)
      const field: z.ZodType | undefined = query?.shape[name]
      if (!bounds.success || !field) continue
      const { minimum, maximum = minimum } = bounds.data
      tried++
      for (const right of [minimum, maximum]) expect([name, field.safeParse(String(right)).data]).toEqual([name, right])
      for (const bad of [`${minimum - 1}`, `${minimum}.5`, '', ' 1', '1e3', '0x10', '+1'])
        expect([name, bad, field.safeParse(bad).success]).toEqual([name, bad, false])
      if (bounds.data.maximum) expect(field.safeParse(String(maximum + 1)).success).toBe(false)
    }
  }
  expect(tried).toBeGreaterThan(3)
})

const documentIn = (locale: 'ru' | 'en'): ApiDocument =>
  apiDocument({ operations, locale, siteUrl: 'https://kurs.test', cookie: '__Host-sid' })
const everyOperation = ({ paths }: ApiDocument) =>
  Object.values(paths).flatMap(({ get, post }) => [get, post].filter((one) => one !== undefined))

test('the document is small, cached with an ETag, and has no missing translations', async () => {
  const response = await site.app.request('/api/openapi.json')
  const body = await response.text()
  expect(response.headers.get('content-type')).toStartWith('application/json')
  expect(body).toBe(JSON.stringify(documentIn('en')))
  expect(body.length).toBeLessThan(60_000)
  expect(JSON.parse(body)).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'https://kurs.test' }] })
  expect(body).not.toMatch(/"api\.(fields|operations|refusals)\./)
  await until(async () => (await site.app.request('/api/openapi.json')).headers.has('etag'))
  const etag = (await site.app.request('/api/openapi.json')).headers.get('etag') ?? ''
  const again = await site.app.request('/api/openapi.json', { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
})

test.each(locales)('the reference lists every endpoint as in the document: %s', async (locale) => {
  const text = await Bun.file(`content/${locale}/docs/6.internals/7.api.md`).text()
  const shown = [...text.matchAll(/^`([A-Z]+ \S+)`\n\n::api-operation\{name="(\w+)"\}$/gm)].map(([, call, name]) => {
    return `${name}: ${call}`
  })
  const expected = Object.entries(documentIn(locale).paths).flatMap(([path, { get, post }]) => [
    ...(get ? [`${get.operationId}: GET ${path}`] : []),
    ...(post ? [`${post.operationId}: POST ${path}`] : []),
  ])
  expect(shown.sort()).toEqual(expected.sort())
})
