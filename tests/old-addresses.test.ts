import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { newSession } from '../src/auth/session/session.ts'
import { signIn } from './signed-in.ts'
import { createTestSite, page, type TestSite } from './site.ts'
import { addUsers } from './users.ts'
import { createVisitor, sameOrigin } from './visitor.ts'

/* Tests that misspelled or outdated URLs redirect or explain the problem. */

setDefaultTimeout(60_000)

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({
    files: {
      'ru/docs/index.md': page({ title: 'Начало' }),
      'en/docs/index.md': page({ title: 'Beginning' }),
      'ru/docs/1.start/2.second.md': page({ title: 'Второе' }),
      'ru/docs/1.start/10.tenth.md': page({ title: 'Десятое' }),
      'en/docs/1.start/1.deep/1.first.md': page({ title: 'First' }),
      'ru/docs/2.own/index.md': page({ title: 'Своя' }),
      'ru/docs/2.own/1.below.md': page({ title: 'Ниже' }),
      'ru/docs/3.only/1.here.md': page({ title: 'Только здесь' }),
    },
  })
})
afterAll(() => site.close())

test('the path of a folder redirects to its first page, in both languages', async () => {
  for (const [folder, first] of [
    ['/docs/start', '/docs/start/second'],
    ['/docs/start?from=mail', '/docs/start/second?from=mail'],
    ['/en/docs/start', '/en/docs/start/deep/first'],
    ['/en/docs/start/deep', '/en/docs/start/deep/first'],
    ['/en/docs/only', '/en/docs/only/here'],
  ] as const) {
    expect(await site.get(folder)).toMatchObject({ status: 302, location: first })
    expect((await site.get(first)).status).toBe(200)
  }
  expect((await site.get('/docs/own')).status).toBe(200)
  for (const missing of ['/docs/sta', '/docs/start/third', '/en/docs/starts']) {
    expect((await site.get(missing)).status).toBe(404)
  }
})

test('a lowercase asset redirects to its own path', async () => {
  const { cookie } = await signIn(site.appDb)
  const asset = site.market.instruments[0]?.asset ?? ''
  const small = asset.toLowerCase()
  expect(await site.get(`/app/enigma/${small}?tf=5`, { cookie })).toMatchObject({
    status: 301,
    location: `/app/enigma/${asset}?tf=5`,
  })
  expect(await site.get(`/en/app/enigma/${small}`, { cookie })).toMatchObject({ location: `/en/app/enigma/${asset}` })
  expect(await site.get(`/en/app/charts?asset=${small}&tf=15`, { cookie })).toMatchObject({
    status: 301,
    location: `/en/app/charts?asset=${asset}&tf=15`,
  })
  expect((await site.get('/app/enigma/nothing', { cookie })).status).toBe(404)
  expect((await site.get('/app/charts?asset=nothing', { cookie })).status).toBe(404)
})

test('a used one-time link says so, in both languages', async () => {
  for (const path of ['/new-password', '/setup']) {
    for (const [prefix, words] of [
      ['', 'Ссылка больше не действует'],
      ['/en', 'This link no longer works'],
    ] as const) {
      const [opened, sent] = [
        await site.get(`${prefix}${path}?token=used-up`),
        await createVisitor(site).post(`${prefix}${path}?token=used-up`, {
          login: 'anna',
          password: 'корабль лампа 7',
        }),
      ]
      for (const { status, html } of [opened, sent]) {
        expect([path, status]).toEqual([path, 404])
        expect(html).toMatch(new RegExp(`<h1>${words}`))
        expect(html).toContain('name="robots" content="noindex')
      }
    }
  }
})

test('actions forbidden while impersonating are refused in the visitor’s language, also by API', async () => {
  const [userId = '', admin = ''] = await addUsers(site.appDb, [{ login: 'seen' }, { login: 'seer', role: 'admin' }])
  const browser = { address: '10.0.0.1', userAgent: 'A test', now: Date.now() }
  const { token, statement } = newSession(site.appDb, { userId, impersonatorId: admin, ...browser })
  await site.appDb.writeBatch([statement])
  const refusal = async (headers: Record<string, string>) => {
    const response = await site.app.request('/api/market/layouts', {
      method: 'POST',
      headers: { ...sameOrigin, cookie: `__Host-sid=${token}`, ...headers },
      body: '{}',
    })
    expect(response.status).toBe(403)
    return response.text()
  }
  expect(await refusal({ referer: 'https://kurs.test/en/app/charts' })).toContain('Only the owner')
  expect(await refusal({ referer: 'https://kurs.test/app/charts', 'accept-language': 'en' })).toContain(
    'Изменить аккаунт',
  )
  expect(await refusal({ 'accept-language': 'en-GB,en;q=0.9' })).toContain('Only the owner')
})

test('a refused form keeps its empty fields', async () => {
  const { status, html } = await createVisitor(site).post('/en/login', {})
  expect(status).toBe(422)
  expect(html).toMatch(/<input[^>]*name="login"[^>]* value=""/)
})
