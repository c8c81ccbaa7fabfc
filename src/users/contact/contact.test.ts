import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { type Administrator, makeAdministrator } from '../../../tests/administrator.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { createVisitor } from '../../../tests/visitor.ts'

setDefaultTimeout(60_000)

let site: TestSite
let chief: Administrator
let deputy: Administrator
beforeAll(async () => {
  site = await createTestSite({ isOpen: false })
  chief = await makeAdministrator(site.appDb, 'chief')
  deputy = await makeAdministrator(site.appDb, 'deputy')
})
afterAll(() => site.close())

const save = (contact: string, by = chief) => site.as(by).post('/en/admin/contact', { contact })
const lost = () => createVisitor(site).read('/en/lost-password')
// Tests run in any order, and each one leaves its contact behind.
beforeEach(() => save(''))

test('people who cannot sign in see the contact that an administrator has saved last', async () => {
  expect(await lost()).not.toContain('Contact the administrator')
  expect(await lost()).toContain('An administrator can give you a one-time link for a new password.')
  expect((await save('  help@kurs.test ')).location).toBe('/en/admin/contact')
  for (const path of ['/en/lost-password', '/en/register', '/en/new-password?token=none'])
    expect(await createVisitor(site).read(path)).toContain('<a href="mailto:help@kurs.test">help@kurs.test</a>')
  await save('@kurs_help', deputy)
  expect(await lost()).toContain('<a href="https://t.me/kurs_help">@kurs_help</a>')
  expect(await site.as(chief).read('/en/admin/contact')).toContain('value="@kurs_help"')
  await save('')
  expect(await lost()).not.toContain('Contact the administrator')
})

test('a new contact replaces all others, and that of a banned administrator is not shown', async () => {
  await save('help@kurs.test')
  await save('@kurs_help', deputy)
  const change = (set: string) =>
    site.appDb.client.execute({ sql: `update users set ${set} where id = ?`, args: [deputy.user.id] })
  await change("status = 'banned'")
  expect(await lost()).not.toContain('Contact the administrator')
  expect(await site.as(chief).read('/en/admin/contact')).not.toContain('value="@kurs_help"')
  await change('ban_until = 1')
  expect(await lost()).toContain('@kurs_help')
  await change("status = 'active', ban_until = null, role = 'user'")
  expect(await lost()).not.toContain('Contact the administrator')
  await change("role = 'admin'")
})

test('a contact is text: only addresses become links', async () => {
  for (const [contact, shown] of [
    ['https://kurs.test/help?a=1', '<a href="https://kurs.test/help?a=1">https://kurs.test/help?a=1</a>'],
    ['javascript:alert(1)', '<b>javascript:alert(1)</b>'],
    ['<img src=x>', '<b>&lt;img src=x&gt;</b>'],
    ['Room 7, call 112', '<b>Room 7, call 112</b>'],
  ] as const) {
    await save(contact)
    expect(await lost()).toContain(shown)
  }
})

test('a long contact is refused, and the change is audited with both texts', async () => {
  const answer = await save('a'.repeat(201))
  expect(answer.status).toBe(422)
  expect(answer.html).toContain('Use up to 200 characters.')
  await save('one')
  await save('two')
  const sql = "select actor_login, before, after from audit_log where act = 'site.contact' order by id desc limit 1"
  const { rows } = await site.appDb.client.execute(sql)
  expect({ ...rows[0] }).toEqual({ actor_login: 'chief', before: '{"contact":"one"}', after: '{"contact":"two"}' })
})
