import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { send } from '../../../tests/sender.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { addUsers } from '../../../tests/users.ts'
import { newSession } from '../../auth/session/session.ts'
import { paths } from '../../paths.ts'
import { maxTemplates, maxTemplateText } from './templates.ts'

setDefaultTimeout(60_000)

let site: TestSite
beforeAll(async () => {
  // The clock does not move in these tests, and versions must differ nevertheless.
  site = await createTestSite({ now: () => now })
})
afterAll(() => site.close())

const now = Date.now()

/** Adds a user and signs them in. */
async function somebody() {
  const [userId = ''] = await addUsers(site.appDb, [{ login: `templates-${crypto.randomUUID()}` }])
  const session = newSession(site.appDb, { userId, now, address: '10.0.0.1', userAgent: 'A test' })
  await site.appDb.writeBatch([session.statement])
  const headers = { cookie: `__Host-sid=${session.token}`, accept: 'application/json' }
  return {
    userId,
    list: async () => (await send(site, paths.marketTemplates, { method: 'GET', headers })).json(),
    put: (json: unknown) => send(site, paths.marketTemplates, { method: 'PUT', json, headers }),
  }
}

const trend = { name: 'Тренд', indicators: 'ema:50~~3.ff8800,sma:9@rsi:14' }
const other = { name: 'Other', indicators: 'macd:12:26:9~c150' }

test('templates are saved for each user, and a change of an outdated version is refused', async () => {
  const [person, stranger] = [await somebody(), await somebody()]
  expect(await person.list()).toEqual({ templates: [], version: 0 })
  const saved = await (await person.put({ templates: [trend], version: 0 })).json()
  expect(saved).toEqual({ templates: [trend], version: now })
  expect(await (await person.put({ templates: [trend, other], version: now })).json()).toMatchObject({
    version: now + 1,
  })
  const refused = await person.put({ templates: [], version: now })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ current: { templates: [trend, other], version: now + 1 } })
  expect((await person.put({ templates: [], version: 0 })).status).toBe(409)
  expect(await person.list()).toEqual({ templates: [trend, other], version: now + 1 })
  expect(await stranger.list()).toEqual({ templates: [], version: 0 })
})

test('of two changes at once one is refused, and none is lost', async () => {
  const person = await somebody()
  const answers = await Promise.all([trend, other].map((each) => person.put({ templates: [each], version: 0 })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('templates are at most thirty, with names of their own and indicators that a chart shows', async () => {
  const person = await somebody()
  const many = Array.from({ length: maxTemplates + 1 }, (_, index) => ({ ...other, name: `Template ${index}` }))
  const refused = [
    many,
    [trend, trend],
    [{ ...trend, name: '  ' }],
    [{ ...trend, name: 'x'.repeat(61) }],
    ...['', 'pie:3', 'sma:1', 'sma:9@vwap:1', `sma:9,${'x'.repeat(maxTemplateText)}`].map((indicators) => [
      { name: 'One', indicators },
    ]),
  ]
  for (const templates of refused) expect((await person.put({ templates, version: 0 })).status).toBe(400)
  expect((await person.put({ templates: many.slice(1), version: 0 })).status).toBe(200)
})

test('a stored template that this version reads otherwise keeps no change of others back', async () => {
  const person = await somebody()
  await person.put({ templates: [trend], version: 0 })
  const outdated = { name: 'Old', indicators: 'gone:9,sma:9' }
  const sql = "update screen_settings set settings = ? where screen = 'templates' and user_id = ?"
  await site.appDb.client.execute({ sql, args: [JSON.stringify([outdated]), person.userId] })
  const renamed = { ...outdated, name: 'Older' }
  expect((await person.put({ templates: [renamed, other], version: now })).status).toBe(200)
  const changed = { ...outdated, indicators: 'gone:10' }
  expect((await person.put({ templates: [changed], version: now + 1 })).status).toBe(400)
})
