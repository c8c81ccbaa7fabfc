import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Administrator, makeAdministrator } from '../../../tests/administrator.ts'
import { addBroadcast, addSubscribers } from '../../../tests/outbox.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { href, paths } from '../../paths.ts'

let site: TestSite
let admin: Administrator
beforeAll(async () => {
  site = await createTestSite({ env: { TELEGRAM_TOKEN: '1000001:double' } })
  admin = await makeAdministrator(site.appDb, 'tester')
})
afterAll(() => site.close())

test('a person can send twenty tests at once, then one per half minute', async () => {
  await addSubscribers(site.appDb, 1, 7)
  const id = await addBroadcast(site.appDb, { state: 'draft' })
  const send = async () =>
    (await site.as(admin).post(href(paths.broadcastTest, { id }), { locale: 'ru', chats: '7' })).status
  for (let sent = 0; sent < 20; sent++) expect(await send()).toBe(303)
  expect(await send()).toBe(429)
  const { rows } = await site.appDb.client.execute('select count(*) as n from notices where chat_id = 7')
  expect(rows[0]?.n).toBe(20)
})

test('a test needs subscribed chats only: otherwise the others are listed and nothing is sent', async () => {
  await addSubscribers(site.appDb, 4, 100)
  await site.appDb.writeRaw([
    { sql: "update subscribers set state = 'stopped' where chat_id = 101", args: [] },
    { sql: "update subscribers set state = 'blocked' where chat_id = 102", args: [] },
  ])
  const id = await addBroadcast(site.appDb, { state: 'draft' })
  const tester = await makeAdministrator(site.appDb, 'other-tester')
  const send = (chats: string) =>
    site.as(tester).post(`/en${href(paths.broadcastTest, { id })}`, { locale: 'ru', chats })
  const refused = await send('100, 101, 102, 999')
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('Not subscribed: 101, 102, 999.')
  expect(refused.html).toContain('value="100, 101, 102, 999"')
  expect((await send('100, 103')).status).toBe(303)
  const { rows } = await site.appDb.client.execute(
    'select chat_id from notices where chat_id between 100 and 499 order by 1',
  )
  expect(rows.map(({ chat_id }) => Number(chat_id))).toEqual([100, 103])
})

test('a test is sent to the given chats, ahead of everything else', async () => {
  const id = await addBroadcast(site.appDb, { state: 'draft' })
  await addSubscribers(site.appDb, 11, 501)
  const tester = await makeAdministrator(site.appDb, 'third-tester')
  const test = (chats: string) => site.as(tester).post(href(paths.broadcastTest, { id }), { locale: 'en', chats })
  expect((await test('')).status).toBe(422)
  expect((await test('abc')).status).toBe(422)
  expect((await test(Array.from({ length: 11 }, (_, at) => at + 501).join())).status).toBe(422)
  expect((await test('501, 502')).status).toBe(303)
  const { rows } = await site.appDb.client.execute(
    'select chat_id, payload from notices where chat_id between 501 and 511 order by chat_id',
  )
  expect(rows.map((row) => [row.chat_id, JSON.parse(String(row.payload)).text])).toEqual([
    [501, 'The rate is up'],
    [502, 'The rate is up'],
  ])
})
