import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Administrator, makeAdministrator } from '../../tests/administrator.ts'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import type { Db } from '../db/client.ts'
import { href, paths } from '../paths.ts'

let site: TestSite
let admin: Administrator
let other: Administrator
let db: Db

beforeAll(async () => {
  site = await createTestSite({ env: { TELEGRAM_TOKEN: '123456:a-token' } })
  db = site.appDb
  admin = await makeAdministrator(db, 'composer')
  other = await makeAdministrator(db, 'approver')
})
afterAll(() => site.close())

const message = {
  'text.ru': 'Здравствуйте, <b>{name|друг}</b>!',
  'text.en': 'Hello, <b>{name|friend}</b>!',
  hasLinkPreview: 'on',
}

async function create(fields: Record<string, string> = {}): Promise<string> {
  const made = await site.as(admin).post(paths.newBroadcast, { name: 'News of the week', ...message, ...fields })
  expect(made.status).toBe(303)
  return made.location?.split('/').at(-1) ?? ''
}

let chats = 1000
async function subscribe(count: number, { locale = 'ru', state = 'active' } = {}): Promise<number> {
  const first = chats
  chats += count
  const now = Date.now()
  await db.writeRaw([
    {
      sql: `with recursive n(i) as (select ? union all select i + 1 from n where i < ?)
        insert into subscribers (chat_id, locale, name, state, created_at, active_at)
        select i, ?, 'Reader ' || i, ?, ?, ? from n`,
      args: [first, chats - 1, locale, state, now, now],
    },
  ])
  return first
}

async function rowOf(id: string) {
  const { rows } = await db.client.execute({ sql: 'select * from broadcasts where id = ?', args: [id] })
  const row: Record<string, unknown> = { ...rows[0] }
  return row
}

const act = (id: string, name: string, more: Record<string, string> = {}, by = admin) =>
  site.as(by).post(href(paths.broadcastAct, { id }), { act: name, revision: '1', ...more })
const begin = (id: string, name: string, more: Record<string, string> = {}, by = admin) =>
  site.as(by).post(href(paths.broadcastSending, { id }), { act: name, revision: '1', ...more })

describe('composing', () => {
  test('a broadcast is created, listed and shown', async () => {
    const id = await create({ name: 'Осенние новости' })
    const list = await site.as(admin).get(`${paths.broadcasts}?q=${encodeURIComponent('осенние')}`)
    expect(list.html).toContain(href(paths.broadcast, { id }))
    const page = await site.as(admin).get(href(paths.broadcast, { id }))
    expect(page.status).toBe(200)
    expect(page.html).toContain('<b>')
    expect(await site.as(admin).read(`/en${href(paths.broadcast, { id })}`)).toContain('Draft')
  })

  test('the page says without a double negative whether forwarding is allowed', async () => {
    const facts = async (fields: Record<string, string>) =>
      await site.as(admin).read(href(paths.broadcast, { id: await create(fields) }))
    expect(await facts({ isProtected: 'on' })).toContain('<dt>Пересылка и сохранение</dt><dd>запрещены</dd>')
    expect(await facts({})).toContain('<dt>Пересылка и сохранение</dt><dd>разрешены</dd>')
  })

  test('a message that Telegram would refuse is shown again with the error and the input', async () => {
    const sent = await site
      .as(admin)
      .post(paths.newBroadcast, { name: 'Broken', ...message, 'text.ru': '<b>Не закрыт' })
    expect(sent.status).toBe(422)
    expect(sent.html).toContain('can&#x27;t parse entities')
    expect(sent.html).toContain('value="Broken"')
  })

  test('each invalid field has its own error', async () => {
    const wrong = { active: '0', chats: 'abc', quietFrom: '22:00', quietTo: '' }
    const sent = await site.as(admin).post(`/en${paths.newBroadcast}`, { name: '', ...message, ...wrong })
    expect(sent.status).toBe(422)
    for (const field of ['name', 'active', 'chats', 'quietFrom']) expect(sent.html).toContain(`id="${field}-error"`)
    // The form is long and hides the text of one language, so a notice at the top says that nothing was saved.
    expect(sent.html).toMatch(/autofocus=""[^>]*class="notice notice-error".*?Not saved/s)
  })

  test('a button of the form changes the form and saves nothing', async () => {
    const sent = await site.as(admin).post(paths.newBroadcast, { name: '', ...message, change: 'row.add' })
    expect(sent.status).toBe(200)
    expect(sent.html).toContain('button.0.0.action')
    expect(sent.html).not.toContain('id="name-error"')
  })

  test('an edit of an outdated revision is refused, and no input is lost', async () => {
    const id = await create()
    const edit = { name: 'First', revision: '1', ...message }
    expect((await site.as(other).post(href(paths.broadcastEdit, { id }), edit)).status).toBe(303)
    const late = await site.as(admin).post(href(paths.broadcastEdit, { id }), { ...edit, name: 'Second' })
    expect(late.status).toBe(409)
    expect(late.html).toContain('value="Second"')
    expect(late.html).toContain('name="revision" value="2"')
    expect(await rowOf(id)).toMatchObject({ name: 'First', revision: 2 })
  })

  test('a draft is autosaved, with one audit line', async () => {
    const id = await create()
    const save = async (revision: string, by = admin) => {
      const fields = { name: 'Typed', ...message, 'text.ru': '<b>half', revision }
      return site.as(by).post(href(paths.broadcastDraft, { id }), fields)
    }
    expect(JSON.parse((await save('1')).html)).toEqual({ revision: 2 })
    expect(JSON.parse((await save('2')).html)).toEqual({ revision: 3 })
    expect(await save('2', other)).toMatchObject({ status: 409 })
    const { rows } = await db.client.execute({
      sql: `select count(*) as count from audit_log where subject_id = ? and act = 'broadcast.edit'`,
      args: [`broadcast:${id}`],
    })
    expect(rows[0]?.count).toBe(1)
  })

  test('the audience is counted while typing, and by a button without JavaScript', async () => {
    await subscribe(3, { locale: 'en' })
    await subscribe(2, { locale: 'en', state: 'blocked' })
    const counted = await site
      .as(admin)
      .get(`/en${paths.broadcastAudience}?locale=en`, { 'hx-request-type': 'partial' })
    expect(counted.html).toContain('3 recipients')
    const first = chats - 5
    const listed = await site.as(admin).get(`/en${paths.broadcastAudience}?chats=${first},${first + 3},77`)
    expect(listed.html).toContain('1 recipient')
    const shown = await site
      .as(admin)
      .post(`/en${paths.newBroadcast}`, { name: 'x', ...message, locale: 'en', change: 'count' })
    expect(shown.status).toBe(200)
    expect(shown.html).toContain('3 recipients')
  })

  test('a copy is a draft with the same fields', async () => {
    const id = await create({ locale: 'en', quietFrom: '22:00', quietTo: '08:00' })
    const copied = await site.as(admin).post(href(paths.broadcastCopy, { id }))
    const copy = copied.location?.split('/').at(-2) ?? ''
    const { name, state, revision, ...row } = await rowOf(copy)
    expect({ name, state, revision }).toEqual({ name: 'News of the week (копия)', state: 'draft', revision: 1 })
    const original = await rowOf(id)
    for (const column of ['content', 'audience', 'quiet_from', 'quiet_to']) expect(row[column]).toBe(original[column])
  })

  test('a draft can be removed, a started broadcast cannot', async () => {
    const first = await subscribe(1)
    const [draft, started] = [await create(), await create({ chats: String(first) })]
    expect(await act(draft, 'remove')).toMatchObject({ status: 303, location: paths.broadcasts })
    expect((await site.as(admin).get(href(paths.broadcast, { id: draft }))).status).toBe(404)
    await begin(started, 'start')
    expect((await act(started, 'remove')).status).toBe(409)
  })
})

describe('starting', () => {
  test('a small audience starts at once', async () => {
    const first = await subscribe(2)
    const id = await create({ chats: `${first}, ${first + 1}` })
    expect((await begin(id, 'start')).status).toBe(303)
    expect(await rowOf(id)).toMatchObject({ state: 'preparing', started_by: admin.user.id })
    expect((await begin(id, 'start')).status).toBe(409)
  })

  test('an empty audience, an outdated revision and an invalid message are refused', async () => {
    const nobody = await create({ chats: '5' })
    expect((await begin(nobody, 'start')).status).toBe(409)
    const first = await subscribe(1)
    const id = await create({ chats: String(first) })
    expect((await begin(id, 'start', { revision: '7' })).status).toBe(409)
    await site
      .as(admin)
      .post(href(paths.broadcastDraft, { id }), { name: 'x', chats: String(first), 'text.ru': '<b>', revision: '1' })
    expect((await begin(id, 'start', { revision: '2' })).status).toBe(409)
    expect(await rowOf(id)).toMatchObject({ state: 'draft', started_at: null })
  })

  test('an audience over a thousand needs its number typed', async () => {
    await subscribe(1001)
    // This audience is one that no other test has requested, because displayed sizes are cached for a while.
    const id = await create({ active: '3000' })
    const { rows } = await db.client.execute(`select count(*) as size from subscribers where state = 'active'`)
    const size = Number(rows[0]?.size)
    const page = await site.as(admin).get(href(paths.broadcast, { id }))
    expect(page.html.includes('name="confirmed"')).toBe(true)
    for (const confirmed of ['', '12', String(Math.floor(size * 0.94)), String(size * 2)]) {
      const refused = await begin(id, 'start', { confirmed })
      expect(refused.status).toBe(422)
      expect(refused.html).toContain('id="confirmed-error"')
    }
    expect((await begin(id, 'start', { confirmed: size.toLocaleString('ru-RU') })).status).toBe(303)
  })

  test('a schedule uses Moscow time and can be undone', async () => {
    const first = await subscribe(1)
    const id = await create({ chats: String(first) })
    expect((await begin(id, 'schedule', { at: '2020-01-01T10:00' })).status).toBe(422)
    expect((await begin(id, 'schedule', { at: '2099-01-01T10:00' })).status).toBe(303)
    expect(await rowOf(id)).toMatchObject({ state: 'scheduled', scheduled_at: Date.parse('2099-01-01T07:00:00Z') })
    expect((await act(id, 'unschedule')).status).toBe(303)
    expect(await rowOf(id)).toMatchObject({ state: 'draft', scheduled_at: null })
  })

  test('a required approval comes from another person, for the revision they saw', async () => {
    const first = await subscribe(1)
    const id = await create({ chats: String(first), needsApproval: 'on' })
    expect((await begin(id, 'start')).status).toBe(409)
    expect((await begin(id, 'approve')).status).toBe(409)
    expect((await begin(id, 'approve', {}, other)).status).toBe(303)
    const edit = { name: 'Edited', chats: String(first), needsApproval: 'on', revision: '1', ...message }
    expect((await site.as(admin).post(href(paths.broadcastEdit, { id }), edit)).status).toBe(303)
    expect((await begin(id, 'start', { revision: '2' })).status).toBe(409)
    expect((await begin(id, 'approve', { revision: '2' }, other)).status).toBe(303)
    expect((await begin(id, 'start', { revision: '2' })).status).toBe(303)
  })

  test('an old session must confirm its identity before sending acts', async () => {
    const first = await subscribe(1)
    const id = await create({ chats: String(first) })
    const late = await makeAdministrator(db, 'latecomer')
    await db.client.execute({ sql: 'update sessions set proven_at = 0 where user_id = ?', args: [late.user.id] })
    const asked = await begin(id, 'start', {}, late)
    expect(asked).toMatchObject({ status: 303 })
    expect(asked.location).toStartWith(paths.confirm)
    expect(await rowOf(id)).toMatchObject({ state: 'draft' })
    for (const name of ['approve', 'retry', 'assume', 'resend', 'reactivate', 'deleteSent', 'schedule']) {
      expect((await begin(id, name, { at: '2099-01-01T10:00' }, late)).location).toStartWith(paths.confirm)
      expect((await act(id, name, {}, late)).status).toBe(400)
    }
  })
})

test('the list shows why a broadcast was paused automatically', async () => {
  const [byItself, byHand] = [await create({ name: 'Paused by itself' }), await create({ name: 'Paused by hand' })]
  await db.writeRaw([
    { sql: "update broadcasts set state = 'paused', reason = 'revoked' where id = ?", args: [byItself] },
    { sql: "update broadcasts set state = 'paused' where id = ?", args: [byHand] },
  ])
  const rowOf = async (id: string) => {
    const html = await site.as(admin).read(`/en${paths.broadcasts}?search=Paused`)
    return html.split('<tr').find((row) => row.includes(`broadcast-${id}"`)) ?? ''
  }
  expect(await rowOf(byItself)).toContain('bot token revoked')
  expect(await rowOf(byHand)).toContain('Paused by hand')
  expect(await rowOf(byHand)).not.toContain('badge-note')
})
