import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { type Administrator, makeAdministrator } from '../../../tests/administrator.ts'
import { runsOf } from '../../../tests/property-runs.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { addUsers } from '../../../tests/users.ts'
import { auditStatement, authActs } from '../../auth/audit.ts'
import { userActs } from '../audit-acts.ts'
import { differencesOf, listAudit } from './audit.ts'
import { type AuditList, readAuditList, startOfDay } from './audit-query.ts'

setDefaultTimeout(60_000)

const words = { ...authActs, ...userActs }
const acts = Object.keys(words)

let site: TestSite
let admin: Administrator
let ids: string[] = []
const day = 24 * 3600_000
const start = startOfDay('2026-03-01')

beforeAll(async () => {
  site = await createTestSite()
  admin = await makeAdministrator(site.appDb, 'Keeper')
  ids = await addUsers(site.appDb, [{ login: 'Anna' }, { login: 'Boris' }])
  // Five hundred lines over a hundred days, made by a pattern.
  await site.appDb.client.batch(
    Array.from({ length: 500 }, (_, at) => ({
      sql: `insert into audit_log (at, act, is_success, actor_id, actor_login, subject_id, subject_login, address, request_id)
        values (?, ?, ?, ?, ?, ?, ?, '10.0.0.1', ?)`,
      args: [
        start + (at * day) / 5,
        acts[at % acts.length] ?? '',
        at % 3 === 0 ? 0 : 1,
        ids[at % 2] ?? null,
        ['Anna', 'Boris'][at % 2] ?? null,
        ids[at % 7 === 0 ? 0 : 1] ?? null,
        'x',
        `request-${at}`,
      ],
    })),
    'write',
  )
})
afterAll(() => site.close())

async function everything(list: AuditList, limit: number): Promise<string[]> {
  const found: string[] = []
  let next: AuditList | undefined = list
  let last: AuditList | undefined
  while (next) {
    const page = await listAudit(site.appDb, next, limit)
    found.push(...page.lines.map(({ requestId }) => requestId))
    last = page.previous
    next = page.next
  }
  // The way back meets the same lines.
  let back = 0
  while (last) {
    const page = await listAudit(site.appDb, last, limit)
    back++
    expect(page.lines.length).toBe(limit)
    last = page.previous
  }
  expect(back).toBe(Math.max(0, Math.ceil(found.length / limit) - 1))
  return found
}

test('any filter shows each line it is about once, newest first', async () => {
  const filters = fc.record({
    actor: fc.constantFrom('', 'anna', 'BORIS', 'nobody'),
    subject: fc.constantFrom('', 'Anna', 'boris'),
    act: fc.constantFrom(undefined, 'user.ban', 'session.sign-in'),
    result: fc.constantFrom(undefined, 'success', 'failure'),
    from: fc.constantFrom(undefined, '2026-03-01', '2026-03-17', '2030-01-01'),
    to: fc.constantFrom(undefined, '2026-03-16', '2026-04-02'),
  })
  const { rows } = await site.appDb.client.execute(
    `select * from audit_log where address = '10.0.0.1' order by id desc`,
  )
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 7, max: 200 }), async (params, limit) => {
      const person = { anna: ids[0], boris: ids[1] }
      const isPerson = (id: unknown, who: string) =>
        who === '' || Object.entries(person).some(([login, own]) => login === who.toLowerCase() && own === id)
      const expected = rows
        .filter(
          (row) =>
            isPerson(row.actor_id, params.actor) &&
            isPerson(row.subject_id, params.subject) &&
            (!params.act || row.act === params.act) &&
            (!params.result || (row.is_success === 1) === (params.result === 'success')) &&
            (!params.from || Number(row.at) >= startOfDay(params.from)) &&
            (!params.to || Number(row.at) < startOfDay(params.to, 1)),
        )
        .map((row) => String(row.request_id))
      const list = readAuditList(params, words)
      const found = await everything(list, limit)
      expect(found.filter((id) => id.startsWith('request-'))).toEqual(expected)
    }),
    { numRuns: runsOf(200) },
  )
})

test('the page says what was before and what came after, in both languages', async () => {
  const [id = ''] = ids
  await site.app.request(`/admin/users/${id}/ban`, {
    method: 'POST',
    headers: { cookie: admin.cookie, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ version: '1', reason: 'Спам & <b>', until: '2099-01-01T00:00' }),
  })
  const page = async (path: string) => (await site.app.request(path, { headers: { cookie: admin.cookie } })).text()
  const english = await page('/en/admin/audit?act=user.ban&actor=keeper')
  expect(english).toContain('<b>Banned</b>')
  expect(english).toContain('Спам &amp; &lt;b&gt;')
  expect(english).toContain('Jan 1, 2099, 00:00')
  expect(english).toContain(`href="/en/admin/users/${id}"`)
  expect(await page('/admin/audit?act=user.ban&actor=keeper')).toContain('<b>Блокировка</b>')
  expect(await page('/en/admin/audit?actor=nobody-at-all')).toContain('No matching entries')
})

test('a line reads as a sentence, and what the command line did is not done by nobody', async () => {
  const [id = ''] = ids
  const origin = { address: 'command line', requestId: 'command line' }
  await site.appDb.writeBatch([
    auditStatement(site.appDb, origin, Date.now(), {
      act: 'user.unban',
      subject: { id, login: 'anna' },
      before: { status: 'banned' },
      after: { status: 'active' },
    }),
  ])
  const textOf = async (path: string) =>
    (await (await site.app.request(path, { headers: { cookie: admin.cookie } })).text())
      .replaceAll('<!-- -->', '')
      .replace(/<span class="visually-hidden">[^<]*<\/span>/g, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
  const russian = await textOf('/admin/audit?act=user.unban')
  expect(russian).toContain('Разблокировка Командная строка → anna состояние: заблокирован → активен')
  expect(russian).not.toMatch(/Без входа|command line/)
  expect(await textOf('/en/admin/audit?act=user.unban')).toContain('Command line → anna status: banned → active')
})

test('a sign-in of two steps reads as one that went on, and values are words in both languages', async () => {
  await site.app.request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ login: 'keeper', password: 'корабль лампа 7' }),
  })
  const page = async (path: string) => (await site.app.request(path, { headers: { cookie: admin.cookie } })).text()
  const linesOf = (html: string) => /<ol class="audit-lines">.*<\/ol>/s.exec(html)?.[0] ?? ''
  const first = linesOf(await page('/en/admin/audit?act=session.sign-in&subject=keeper'))
  expect(first).toContain('Awaiting code')
  expect(first).not.toMatch(/Refused|audit-line-refused|nobody|code-wanted/)
  expect(linesOf(await page('/admin/audit?act=session.sign-in&subject=keeper'))).toContain('Ждём код')
  const made = linesOf(await page('/en/admin/audit?act=user.create&subject=keeper'))
  expect(made).toMatch(/<ins>.*administrator<\/ins>.*<ins>.*English<\/ins>/s)
})

test('the page does not promise more than the log keeps', async () => {
  const page = async (path: string) => (await site.app.request(path, { headers: { cookie: admin.cookie } })).text()
  expect(await page('/en/admin/audit')).toContain('within a minute are grouped')
  expect(await page('/admin/audit')).toContain('объединяются')
})

test('lines cannot be changed or removed', async () => {
  for (const statement of ['update audit_log set at = 1', 'delete from audit_log']) {
    await expect(site.appDb.client.execute(statement)).rejects.toThrow('The audit log only grows')
  }
})

describe('a difference', () => {
  test('names what changed alone', () => {
    const before = JSON.stringify({ role: 'user', status: 'active', banUntil: null })
    const after = JSON.stringify({ role: 'admin', status: 'active', banUntil: 5, why: 'x' })
    expect(differencesOf({ before, after })).toEqual([
      { field: 'role', from: 'user', to: 'admin' },
      { field: 'banUntil', from: 'null', to: '5' },
      { field: 'why', from: undefined, to: 'x' },
    ])
  })

  test.each([
    [null, null],
    ['[]', '3'],
    ['null', '"text"'],
  ])('of %p and %p is none', (before, after) => {
    expect(differencesOf({ before, after })).toEqual([])
  })
})
