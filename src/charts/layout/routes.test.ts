import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { send } from '../../../tests/sender.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { addUsers } from '../../../tests/users.ts'
import { newSession } from '../../auth/session/session.ts'
import { href, paths } from '../../paths.ts'
import { maxLayouts } from './layout.ts'

setDefaultTimeout(60_000)

let site: TestSite
beforeAll(async () => {
  // The clock does not move in these tests, and versions of a layout must differ nevertheless.
  site = await createTestSite({ now: () => now })
})
afterAll(() => site.close())

const now = Date.now()
const body = { charts: ['asset=BTCUSDT&tf=60', 'asset=ETHUSDT&tf=5&kind=line'], isLinked: true }

/** Adds a user and signs them in. */
async function somebody() {
  const [userId = ''] = await addUsers(site.appDb, [{ login: `arranger-${crypto.randomUUID()}` }])
  const session = newSession(site.appDb, { userId, now, address: '10.0.0.1', userAgent: 'A test' })
  await site.appDb.writeBatch([session.statement])
  const headers = { cookie: `__Host-sid=${session.token}`, accept: 'application/json' }
  const one = (id: string) => href(paths.marketLayout, { id })
  return {
    add: (json: unknown) => send(site, paths.marketLayouts, { json, headers }),
    change: (id: string, json: unknown) => send(site, one(id), { method: 'PUT', json, headers }),
    remove: (id: string) => send(site, one(id), { method: 'DELETE', headers }),
    open: (query: string) =>
      send(site, `${paths.charts}${query}`, { method: 'GET', headers: { ...headers, accept: 'text/html' } }),
    names: async (): Promise<string[]> => {
      const response = await send(site, paths.marketLayouts, { method: 'GET', headers })
      const { layouts } = await response.json()
      return layouts.map(({ name }: { name: string }) => name)
    },
  }
}

test('a layout is saved under a name, renamed, rearranged and deleted', async () => {
  const person = await somebody()
  const added = await person.add({ name: '  Утро ', body })
  expect(added.status).toBe(201)
  const layout = await added.json()
  expect(layout).toEqual({ id: expect.any(String), name: 'Утро', updatedAt: now, body })

  const renamed = await person.change(layout.id, { name: 'Вечер', seen: layout.updatedAt })
  expect(await renamed.json()).toEqual({ ...layout, name: 'Вечер', updatedAt: now + 1 })
  const one = { charts: ['asset=SOLUSDT&tf=1440'], isLinked: false }
  const arranged = await person.change(layout.id, { body: one, seen: now + 1 })
  expect(await arranged.json()).toEqual({ id: layout.id, name: 'Вечер', body: one, updatedAt: now + 2 })

  expect((await person.remove(layout.id)).status).toBe(204)
  expect((await person.remove(layout.id)).status).toBe(404)
  expect(await person.names()).toEqual([])
})

test('a change based on an outdated version is refused with the current layout', async () => {
  const person = await somebody()
  const layout = await (await person.add({ name: 'Утро', body })).json()
  await person.change(layout.id, { name: 'Вечер', seen: layout.updatedAt })
  const late = await person.change(layout.id, { name: 'Ночь', seen: layout.updatedAt })
  expect(late.status).toBe(409)
  expect((await late.json()).layout.name).toBe('Вечер')
  expect(await person.names()).toEqual(['Вечер'])
})

test('names are unique, even when two windows save at once', async () => {
  const person = await somebody()
  const answers = await Promise.all([1, 2, 3].map(() => person.add({ name: 'Утро', body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const other = await (await person.add({ name: 'Вечер', body })).json()
  expect((await person.change(other.id, { name: 'Утро', seen: other.updatedAt })).status).toBe(409)
  expect((await person.names()).sort()).toEqual(['Вечер', 'Утро'])
})

test('a layout of another user is treated as missing', async () => {
  const [person, other] = [await somebody(), await somebody()]
  const layout = await (await person.add({ name: 'Утро', body })).json()
  const change = { name: 'Чужой', seen: layout.updatedAt }
  const answers = [
    await other.change(layout.id, change),
    await other.change(crypto.randomUUID(), change),
    await other.remove(layout.id),
    await other.remove(crypto.randomUUID()),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(await other.names()).toEqual([])
  expect(await person.names()).toEqual(['Утро'])
})

test('at most fifty layouts are saved', async () => {
  const person = await somebody()
  const names = Array.from({ length: maxLayouts + 2 }, (_, index) => `Layout ${index}`)
  const answers = await Promise.all(names.map((name) => person.add({ name, body })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxLayouts)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(2)
})

test('the address of a layout opens it; a missing or foreign one is a 404', async () => {
  const [person, other] = [await somebody(), await somebody()]
  const { id } = await (await person.add({ name: 'Утро', body })).json()
  const page = await person.open(`?layout=${id}`)
  expect(page.status).toBe(200)
  const html = await page.text()
  for (const asset of ['BTCUSDT', 'ETHUSDT']) expect(html).toContain(`data-asset="${asset}"`)
  expect((await other.open(`?layout=${id}`)).status).toBe(404)
  expect((await other.open(`?layout=${crypto.randomUUID()}`)).status).toBe(404)
  // An address that lists its charts can be opened without the layout that it names.
  expect((await other.open(`?asset=BTCUSDT&tf=60&layout=${id}`)).status).toBe(200)
})

test.each<[string, unknown]>([
  ['no name', { name: '  ', body }],
  ['a name without end', { name: 'x'.repeat(61), body }],
  ['three charts', { name: 'x', body: { ...body, charts: ['', '', ''] } }],
  ['no charts', { name: 'x', body: { ...body, charts: [] } }],
  ['nothing', undefined],
])('%s is refused', async (_, json) => {
  const person = await somebody()
  const response = await person.add(json)
  expect(response.status).toBe(400)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
})
