import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { makeAdministrator } from '../../../tests/administrator.ts'
import { type SignedIn, signIn } from '../../../tests/signed-in.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { auditStatement } from '../../auth/audit.ts'
import { expireAudit } from '../../auth/session/expire.ts'

setDefaultTimeout(60_000)

const day = 24 * 60 * 60_000
let now = Date.UTC(2026, 10, 22, 10, 0, 5)
let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ now: () => now })
})
afterAll(() => site.close())

async function linesOf(condition: string, ...args: string[]) {
  const { rows } = await site.appDb.client.execute({
    sql: `select * from audit_log where ${condition} order by id`,
    args,
  })
  return rows.map((row) => ({ ...row }))
}

test('refused visits are counted in one entry per user and minute, for any path of any length', async () => {
  const [one, other] = [await signIn(site.appDb, { now }), await signIn(site.appDb, { now })]
  const visit = async (person: SignedIn, path: string) => expect((await site.as(person).get(path)).status).toBe(404)
  for (let n = 0; n < 100; n++) await visit(one, `/en/admin/users/${n}-${'x'.repeat(8000)}`)
  await visit(other, '/admin/audit')
  now += 60_000
  await visit(one, '/admin/audit')
  const lines = await linesOf('actor_id in (?, ?)', one.id, other.id)
  expect(lines.map(({ actor_id, count }) => [actor_id, count])).toEqual([
    [one.id, 100],
    [other.id, 1],
    [one.id, 1],
  ])
  const longest = Math.max(...lines.flatMap((line) => Object.values(line).map((value) => String(value).length)))
  expect(longest).toBeLessThanOrEqual(220)
  expect(String(lines[0]?.after)).toStartWith('{"path":"/en/admin/users/0-xxx')
})

test('every text of an entry is cut at 200 characters', async () => {
  const long = 'ы'.repeat(10_000)
  const actor = { id: 'a', login: long }
  const entry = {
    act: 'user.ban',
    actor,
    subject: { id: 'b', login: long },
    before: null,
    after: { reason: [long] },
  } as const
  await site.appDb.writeBatch([auditStatement(site.appDb, { address: long, requestId: long }, now, entry)])
  const [line] = await linesOf("actor_id = 'a'")
  const cut = `${'ы'.repeat(199)}…`
  expect(line).toMatchObject({
    actor_login: cut,
    subject_login: cut,
    address: cut,
    request_id: cut,
    after: JSON.stringify({ reason: [cut] }),
  })
})

test('entries are deleted when they are too old; 0 keeps them forever', async () => {
  const line = (at: number, id: string) =>
    auditStatement(site.appDb, { address: '10.1.1.1', requestId: id }, at, { act: 'user.ban', before: id, after: 1 })
  const start = now
  const old = Array.from({ length: 1200 }, (_, n) => line(start - 400 * day - n, `old-${n}`))
  await site.appDb.writeBatch([...old, line(start - 365 * day, 'kept')])
  const deps = { db: site.appDb, now: () => start }
  const left = async () => (await linesOf("address = '10.1.1.1'")).map(({ request_id }) => request_id)
  await expireAudit(deps, 0)
  expect((await left()).length).toBe(1201)
  await expireAudit(deps, 365)
  expect(await left()).toEqual(['kept'])
  // The job closes the deletion window again, even for the oldest entry.
  await site.appDb.writeBatch([line(0, 'oldest')])
  for (const statement of ['delete from audit_log', 'delete from audit_log where at = 0']) {
    await expect(site.appDb.client.execute(statement)).rejects.toThrow('The audit log only grows')
  }
})

test('an entry that counts repeats changes nothing else', async () => {
  const person = await signIn(site.appDb, { now })
  await site.as(person).get('/admin/users')
  for (const change of ['count = count + 1, at = 1', 'count = count + 2', "after = ''", 'count = 0']) {
    const statement = { sql: `update audit_log set ${change} where actor_id = ?`, args: [person.id] }
    await expect(site.appDb.client.execute(statement)).rejects.toThrow('The audit log only grows')
  }
})

test('the page shows how often it happened', async () => {
  const person = await signIn(site.appDb, { now })
  for (let n = 0; n < 3; n++) await site.as(person).get('/admin/users')
  const admin = await makeAdministrator(site.appDb, 'Keeper')
  expect(await site.as(admin).read(`/en/admin/audit?actor=${person.id}`)).toContain('3 × within a minute')
  expect(await site.as(admin).read(`/admin/audit?actor=${person.id}`)).toContain('3 × за минуту')
})
