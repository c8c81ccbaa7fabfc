import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Administrator, makeAdministrator } from '../../../tests/administrator.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { addUsers } from '../../../tests/users.ts'
import { findUser } from '../../auth/queries.ts'

setDefaultTimeout(60_000)

let site: TestSite
let admin: Administrator
beforeAll(async () => {
  site = await createTestSite()
  admin = await makeAdministrator(site.appDb, 'Keeper')
})
afterAll(() => site.close())

let count = 0
/** Creates the users of one test; their logins have a common prefix. */
async function group(size: number, more: object = {}): Promise<{ name: string; ids: string[] }> {
  const name = `group${++count}x`
  const users = Array.from({ length: size }, (_, at) => ({ login: `${name}${at}`, ...more }))
  return { name, ids: await addUsers(site.appDb, users) }
}

const post = (path: string, fields: [string, string][]) => site.as(admin).post(`/en/admin/users/${path}`, fields)

function reported(html: string) {
  const count = (name: string) => Number(new RegExp(`data-bulk="${name}">([\\d,]+)`).exec(html)?.[1]?.replace(',', ''))
  return { changed: count('changed'), unchanged: count('unchanged'), skipped: count('skipped') }
}

/** Returns the hidden fields that a form would resend. */
function fieldsOf(html: string): [string, string][] {
  const inputs = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  return inputs.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')])
}

async function acts(ids: string[]): Promise<string[]> {
  const marks = ids.map(() => '?').join(', ')
  const { rows } = await site.appDb.client.execute({
    sql: `select act from audit_log where subject_id in (${marks}) order by id`,
    args: ids,
  })
  return rows.map(({ act }) => String(act))
}

test('the page asks for confirmation, shows the count and requires a reason', async () => {
  const { name } = await group(3)
  const query = encodeURIComponent(`q=${name}`)
  const address = `/en/admin/users/bulk?act=ban&scope=filter&query=${query}`
  const html = await site.as(admin).read(address)
  expect(html).toContain('Everyone matching the filter: 3')
  expect(html).toContain('name="reason"')
  const refused = await post('bulk', [...fieldsOf(html), ['reason', ''], ['until', '']])
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('Enter a reason')
})

test('changes the selected users, and lists those skipped with the reason', async () => {
  const { ids } = await group(3)
  const [banned] = (await group(1, { status: 'banned', banReason: 'Spam' })).ids
  const fields: [string, string][] = [...ids, banned ?? '', admin.user.id, 'nobody'].map((id) => ['id', id])
  const { html, status } = await post('bulk', [...fields, ['act', 'ban'], ['reason', 'Spam'], ['until', '']])
  expect(status).toBe(200)
  expect(reported(html)).toEqual({ changed: 3, unchanged: 1, skipped: 2 })
  const text = html.replace(/<[^>]*>/g, '')
  expect(text).toContain('Keeper: this is you')
  expect(text).toContain('nobody: no longer exists')
  expect(await acts(ids)).toEqual(['user.ban', 'user.ban', 'user.ban'])
  for (const id of ids) expect(await findUser(site.appDb, id)).toMatchObject({ status: 'banned', version: 2 })
  expect(await findUser(site.appDb, admin.user.id)).toMatchObject({ status: 'active' })
})

test('users already in the wanted state count as unchanged, also before a changed one', async () => {
  const [banned = ''] = (await group(1, { status: 'banned', banReason: 'Spam' })).ids
  const { ids } = await group(2)
  const fields: [string, string][] = [banned, ...ids].map((id) => ['id', id])
  const { html } = await post('bulk', [...fields, ['act', 'ban'], ['reason', 'Spam'], ['until', '']])
  expect(reported(html)).toEqual({ changed: 2, unchanged: 1, skipped: 0 })
})

test('a filter is processed once per user, a thousand at a time, even if matches change', async () => {
  const { name, ids } = await group(1130)
  const fields: [string, string][] = [
    ['act', 'ban'],
    ['scope', 'filter'],
    ['query', `q=${name}&status=active`],
    ['reason', 'Spam'],
    ['until', ''],
  ]
  const first = await post('bulk', fields)
  expect(reported(first.html)).toEqual({ changed: 1000, unchanged: 0, skipped: 0 })
  const second = await post('bulk', fieldsOf(first.html))
  expect(reported(second.html)).toEqual({ changed: 1130, unchanged: 0, skipped: 0 })
  expect(second.html).not.toContain('Continue with the rest')
  expect((await acts(ids.slice(0, 600))).length).toBe(600)
  const unban = await post('bulk', [...fields.slice(1, 2), ['act', 'unban'], ['query', `q=${name}9&status=banned`]])
  expect(reported(unban.html).changed).toBe(ids.filter((_, at) => String(at).startsWith('9')).length)
})

describe('other bulk acts', () => {
  test('change roles', async () => {
    const { ids } = await group(2)
    const fields: [string, string][] = ids.map((id) => ['id', id])
    const { html } = await post('bulk', [...fields, ['act', 'role'], ['role', 'admin']])
    expect(reported(html)).toEqual({ changed: 2, unchanged: 0, skipped: 0 })
    const again = await post('bulk', [...fields, ['act', 'role'], ['role', 'admin']])
    expect(reported(again.html)).toEqual({ changed: 0, unchanged: 2, skipped: 0 })
  })

  test('end sessions; users without any get no audit entry', async () => {
    const { ids } = await group(2)
    const [first = ''] = ids
    await site.appDb.client.execute({
      sql: `insert into sessions (id, user_id, secret_hash, created_at, seen_at, proven_at, user_agent, address)
        values (?, ?, x'00', 1, 1, 1, '', '')`,
      args: [first, first],
    })
    const fields: [string, string][] = ids.map((id) => ['id', id])
    const { html } = await post('bulk', [...fields, ['act', 'sessions']])
    expect(reported(html)).toEqual({ changed: 1, unchanged: 1, skipped: 0 })
    expect(await acts(ids)).toEqual(['session.end-all'])
  })
})

describe('undo of a bulk act', () => {
  const undoOf = (html: string) => /name="undo" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const ban = (ids: string[]) =>
    post('bulk', [...ids.map((id): [string, string] => ['id', id]), ['act', 'ban'], ['reason', 'Spam'], ['until', '']])

  test('restores every user, except those changed by others since', async () => {
    const banned = { status: 'banned', banReason: 'Rude' }
    const ids = [...(await group(2)).ids, ...(await group(1, banned)).ids]
    const [one = '', two = '', three = ''] = ids
    const { html } = await ban(ids)
    expect(reported(html)).toEqual({ changed: 3, unchanged: 0, skipped: 0 })
    await post(`${two}/ban`, [
      ['version', '2'],
      ['reason', 'Worse than spam'],
      ['until', ''],
    ])
    const undone = await post('bulk/undo', [['undo', undoOf(html)]])
    expect([undone.status, reported(undone.html)]).toEqual([200, { changed: 2, unchanged: 0, skipped: 1 }])
    expect(await findUser(site.appDb, one)).toMatchObject({ status: 'active', banReason: null, version: 3 })
    expect(await findUser(site.appDb, two)).toMatchObject({ status: 'banned', banReason: 'Worse than spam' })
    expect(await findUser(site.appDb, three)).toMatchObject(banned)
    expect(await acts([one])).toEqual(['user.ban', 'user.unban'])
    const again = await post('bulk/undo', [['undo', undoOf(html)]])
    expect(reported(again.html)).toEqual({ changed: 0, unchanged: 0, skipped: 3 })
  })

  test('is not offered for sessions or without changes, and rejects forged tokens', async () => {
    const { ids } = await group(1)
    const chosen = ids.map((id): [string, string] => ['id', id])
    expect(undoOf((await post('bulk', [...chosen, ['act', 'sessions']])).html)).toBe('')
    expect(undoOf((await post('bulk', [...chosen, ['act', 'unban']])).html)).toBe('')
    const undo = undoOf((await ban(ids)).html)
    expect(undo).not.toBe('')
    expect((await post('bulk/undo', [['undo', `${undo}x`]])).status).toBe(409)
    expect((await post(`${ids[0]}/undo`, [['undo', undo]])).status).toBe(409)
    expect(await findUser(site.appDb, ids[0] ?? '')).toMatchObject({ status: 'banned' })
  })
})
