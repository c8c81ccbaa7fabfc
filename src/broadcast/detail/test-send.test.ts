import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Administrator, makeAdministrator } from '../../../tests/administrator.ts'
import { addBroadcast } from '../../../tests/outbox.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { href, paths } from '../../paths.ts'

let site: TestSite
let admin: Administrator
beforeAll(async () => {
  site = await createTestSite({ env: { TELEGRAM_TOKEN: '1000001:double' } })
  admin = await makeAdministrator(site.appDb, 'tester')
})
afterAll(() => site.close())

test('a person sends twenty tests at once, and then one every half a minute', async () => {
  const id = await addBroadcast(site.appDb, { state: 'draft' })
  const send = async () => {
    const headers = { cookie: admin.cookie, 'sec-fetch-site': 'same-origin' }
    const body = new URLSearchParams({ locale: 'ru', chats: '7' })
    return (await site.app.request(href(paths.broadcastTest, { id }), { method: 'POST', headers, body })).status
  }
  for (let sent = 0; sent < 20; sent++) expect(await send()).toBe(303)
  expect(await send()).toBe(429)
  const { rows } = await site.appDb.client.execute('select count(*) as n from notices')
  expect(rows[0]?.n).toBe(20)
})
