import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Administrator, makeAdministrator } from '../../tests/administrator.ts'
import { recount } from '../../tests/counts.ts'
import { addBroadcast, addSubscribers } from '../../tests/outbox.ts'
import { signIn } from '../../tests/signed-in.ts'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import type { Db } from '../db/client.ts'
import { writeClock } from '../i18n/moscow-time.ts'
import { href, paths } from '../paths.ts'
import { createAudienceSizes } from './audience/audience-sizes.ts'
import { listWork } from './delivery/broadcast-work-queries.ts'
import { createPace } from './detail/pace.ts'

let site: TestSite
let admin: Administrator
let db: Db

beforeAll(async () => {
  site = await createTestSite({ env: { TELEGRAM_TOKEN: '123456:a-token' } })
  db = site.appDb
  admin = await makeAdministrator(db, 'watcher')
})
afterAll(() => site.close())

const ask = (path: string, init: RequestInit = {}, cookie = admin.cookie) =>
  site.app.request(path, { ...init, headers: { cookie, 'sec-fetch-site': 'same-origin' } })
const read = async (path: string) => (await ask(path)).text()
const send = (path: string, fields: Record<string, string>, cookie = admin.cookie) =>
  ask(path, { method: 'POST', body: new URLSearchParams(fields) }, cookie)

async function running(rows: number, state = 'running'): Promise<string> {
  const id = await addBroadcast(db, { state })
  await db.writeRaw([
    {
      sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
        insert into deliveries (broadcast_id, chat_id, state, locale, name, reason, error, at)
        select ?, i, case i % 10 when 0 then 'failed' when 5 then 'unknown' when 7 then 'pending' else 'sent' end,
          'ru', case i when 3 then '=cmd|calc' else 'Читатель ' || i end,
          case i % 10 when 0 then 'blocked' end, case i % 10 when 0 then 'Forbidden: bot was blocked by the user' end, 0 from n`,
      args: [rows, id],
    },
    {
      sql: `update broadcasts set total = ?2, sent = ?2 * 7 / 10, failed = ?2 / 10, unknown = ?2 / 10, is_snapshot_whole = 1
        where id = ?1`,
      args: [id, rows],
    },
  ])
  await recount(db)
  return id
}

async function stateOf(id: string) {
  const { rows } = await db.client.execute({ sql: 'select state from broadcasts where id = ?', args: [id] })
  return rows[0]?.state
}

test('a broadcast is paused, resumed and cancelled; what it cannot do any more is told', async () => {
  const id = await running(10)
  const act = (name: string) => send(href(paths.broadcastAct, { id }), { act: name, revision: '1' })
  for (const [name, state] of [
    ['pause', 'paused'],
    ['resume', 'running'],
    ['cancel', 'cancelled'],
  ] as const) {
    expect((await act(name)).status).toBe(303)
    expect(await stateOf(id)).toBe(state)
  }
  expect((await act('resume')).status).toBe(409)
})

test('a pause in the middle of the snapshot goes on with it, and with whoever is in it', async () => {
  const id = await addBroadcast(db, { state: 'preparing' })
  const act = (name: string) => send(href(paths.broadcastAct, { id }), { act: name, revision: '1' })
  await act('pause')
  await act('resume')
  const work = await listWork(db, Date.now())
  expect(work.find((each) => each.id === id)).toMatchObject({ state: 'running', isFilling: true })
})

test('its page tells how far it is, and why some got nothing', async () => {
  const id = await running(100)
  const html = await read(`/en${href(paths.broadcast, { id })}`)
  expect(html).toContain('90 of 100')
  expect(html).toContain('the bot is blocked')
  const region = await site.app.request(`/en${href(paths.broadcast, { id })}?part=progress`, {
    headers: { cookie: admin.cookie, 'hx-request-type': 'partial' },
  })
  const partial = await region.text()
  expect(partial).toStartWith('<section id="broadcast-progress"')
})

test('what could not be edited or deleted is told after the task is over, too', async () => {
  const id = await running(10, 'finished')
  const page = () => read(`/en${href(paths.broadcast, { id })}`)
  expect(await page()).not.toContain('broadcast-task')
  await db.client.execute({ sql: 'update broadcasts set task_total = 7, task_failed = 3 where id = ?', args: [id] })
  expect(await page()).toContain('Chats where the message stayed as it was: 3')
})

test('a page whose message is no longer the present one, or that has begun, is loaded anew', async () => {
  const id = await addBroadcast(db, { state: 'scheduled' })
  await db.client.execute({ sql: 'update broadcasts set started_at = null where id = ?', args: [id] })
  const page = await read(`/en${href(paths.broadcast, { id })}`)
  expect(page).toContain(`data-events="/en${href(paths.broadcastProgress, { id })}"`)
  const address = /hx-get="([^"]*part=acts[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const headers = { cookie: admin.cookie, 'hx-request-type': 'partial' }
  const refreshed = async () => site.app.request(address, { headers })
  expect((await refreshed()).headers.get('hx-redirect')).toBeNull()
  for (const change of ['revision = revision + 1', 'started_at = 1']) {
    await db.client.execute({ sql: `update broadcasts set ${change} where id = ?`, args: [id] })
    expect((await refreshed()).headers.get('hx-redirect')).toBe(`/en${href(paths.broadcast, { id })}`)
    await db.client.execute({ sql: 'update broadcasts set revision = 1, started_at = null where id = ?', args: [id] })
  }
})

test('in its quiet hours it says until when it stands still, and no time that is left', async () => {
  const id = await running(100)
  const page = () => read(`/en${href(paths.broadcast, { id })}`)
  expect(await page()).toContain('Still about')
  // All of the day but one minute that is not now.
  const minute = (Math.floor(Date.now() / 60_000) + 3 * 60 + 720) % 1440
  const sql = 'update broadcasts set quiet_from = ?, quiet_to = ? where id = ?'
  await db.client.execute({ sql, args: [(minute + 1) % 1440, minute, id] })
  const told = `sending goes on at ${writeClock(minute)}`
  const quiet = await page()
  expect(quiet).toContain(told)
  expect(quiet).not.toContain('Still about')
  const turn = (set: string) => db.client.execute({ sql: `update broadcasts set ${set} where id = ?`, args: [id] })
  await turn("state = 'preparing'")
  expect(await page()).toContain(told)
  await turn(`state = 'scheduled', scheduled_at = ${Date.now() - 60_000}`)
  expect(await page()).toContain(told)
  await turn(`scheduled_at = ${Date.now() + 3600_000}`)
  expect(await page()).not.toContain(told)
  await turn("state = 'running', is_snapshot_whole = 0")
  expect(await page()).toContain('Not all recipients have been added yet')
})

test.each([
  ['running', 'Recipients are still being added'],
  ['paused', 'Not all recipients have been added yet'],
  ['cancelled', 'cancelled before all recipients were added'],
] as const)(
  'while not all of its audience is there, a %s one takes nobody’s number for the last',
  async (state, words) => {
    const id = await running(1000, state)
    const page = () => read(`/en${href(paths.broadcast, { id })}`)
    expect(await page()).not.toContain(words)
    await db.client.execute({ sql: 'update broadcasts set is_snapshot_whole = 0 where id = ?', args: [id] })
    const html = await page()
    expect(html).toContain(words)
    expect(html).toContain('900 of 1,000+')
    expect(html).not.toContain('1,000 recipients')
    expect(html).not.toContain('Still about')
    expect(await read(`/en${paths.broadcasts}?state=${state}`)).toContain('900 of 1,000+')
  },
)

test('media of what was sent are named, and nothing is offered that would be dropped', async () => {
  const media = [{ kind: 'photo', file: 'a-kept-file' }]
  const id = await addBroadcast(db, { state: 'paused', content: { media } })
  const html = await read(href(paths.broadcastSent, { id }))
  expect(html).toContain('name="media.0.file" value="a-kept-file"')
  expect(html).not.toContain('value="media.')
  expect(html).toContain('изменятся только у тех, кто ещё ждёт; в отправленном меняется лишь карточка ссылки.</p>')
  expect(html).not.toContain(`href="${paths.broadcastFiles}"`)
  const edited = await send(href(paths.broadcastSent, { id }), {
    revision: '1',
    'text.ru': 'Новое',
    'media.0.kind': 'photo',
    'media.0.file': 'another',
  })
  expect(edited.status).toBe(303)
  const { rows } = await db.client.execute({ sql: 'select content from broadcasts where id = ?', args: [id] })
  expect(JSON.parse(String(rows[0]?.content))).toMatchObject({ text: { ru: 'Новое' }, media })
})

test('recipients are filtered, searched and walked through page by page', async () => {
  const id = await running(130)
  const address = href(paths.broadcastRecipients, { id })
  const rows = (html: string) => [...html.matchAll(/broadcast-number">(-?\d+)</g)].map((match) => Number(match[1]))
  const first = await read(address)
  expect(rows(first)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
  expect(rows(await read(`${address}?after=50.0`))[0]).toBe(51)
  expect(rows(await read(`${address}?state=failed`))).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130])
  expect(rows(await read(`${address}?state=waiting`))[0]).toBe(7)
  expect(rows(await read(`${address}?q=77`))).toEqual([77])
  expect(rows(await read(`${address}?q=${encodeURIComponent('читатель 12')}`))).toEqual([
    12, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129,
  ])
  expect(rows(await read(`${address}?q=${encodeURIComponent('100%')}`))).toEqual([])
})

test('the file of recipients is whole, and no spreadsheet runs a name', async () => {
  const id = await running(2100)
  const response = await send(href(paths.broadcastRecipientsFile, { id }), {})
  const lines = (await response.text()).trim().split('\r\n')
  expect(lines.length).toBe(2101)
  expect(lines[3]).toContain(",'=cmd|calc,")
  const failed = await send(href(paths.broadcastRecipientsFile, { id }), { state: 'failed' })
  expect((await failed.text()).trim().split('\r\n').length).toBe(211)
})

test('whoever watches is told what changes, and at most so many watch', async () => {
  const id = await running(10)
  const gone = new AbortController()
  const watch = () => ask(href(paths.broadcastProgress, { id }), { signal: gone.signal })
  const response = await watch()
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let told = ''
  const next = async (event: string) => {
    while (!told.includes(`event: ${event}\n`)) told += (await reader?.read())?.value ?? ''
  }
  await next('hello')
  await db.client.execute({ sql: 'update broadcasts set sent = sent + 1 where id = ?', args: [id] })
  await next('counters')
  await send(href(paths.broadcastAct, { id }), { act: 'pause', revision: '1' })
  await next('state')
  const others = await Promise.all(Array.from({ length: 99 }, watch))
  expect(others.map(({ status }) => status).every((status) => status === 200)).toBe(true)
  expect((await watch()).status).toBe(503)
  await reader?.cancel()
  for (const other of others) await other.body?.cancel()
  gone.abort()
})

test('nobody but administrators reads, edits or starts a broadcast', async () => {
  const id = await addBroadcast(db, { state: 'draft' })
  const member = await signIn(db)
  const reads = [
    paths.broadcasts,
    paths.broadcast,
    paths.broadcastEdit,
    paths.broadcastRecipients,
    paths.broadcastProgress,
  ]
  const writes = [
    paths.broadcastEdit,
    paths.broadcastDraft,
    paths.broadcastAct,
    paths.broadcastSending,
    paths.broadcastSent,
  ]
  for (const cookie of [member.cookie, '']) {
    const status = cookie ? 404 : 303
    for (const path of reads) expect((await ask(path.replace(':id', id), {}, cookie)).status).toBe(status)
    for (const path of [...writes, paths.broadcastTest, paths.broadcastCopy, paths.broadcastRecipientsFile]) {
      const answer = await send(path.replace(':id', id), { act: 'start', revision: '1' }, cookie)
      expect(answer.status).toBe(status)
    }
  }
  expect(await stateOf(id)).toBe('draft')
})

test('a test goes to the chats that were given, ahead of everything', async () => {
  const id = await addBroadcast(db, { state: 'draft' })
  await addSubscribers(db, 11, 501)
  const test = (chats: string) => send(href(paths.broadcastTest, { id }), { locale: 'en', chats })
  expect((await test('')).status).toBe(422)
  expect((await test('abc')).status).toBe(422)
  expect((await test(Array.from({ length: 11 }, (_, at) => at + 501).join())).status).toBe(422)
  expect((await test('501, 502')).status).toBe(303)
  const { rows } = await db.client.execute('select chat_id, payload from notices order by chat_id')
  expect(rows.map((row) => [row.chat_id, JSON.parse(String(row.payload)).text])).toEqual([
    [501, 'The rate is up'],
    [502, 'The rate is up'],
  ])
})

test('without a token every page says what to do', async () => {
  const bare = await createTestSite()
  const boss = await makeAdministrator(bare.appDb, 'boss')
  const read = async (path: string) =>
    (await bare.app.request(`/en${path}`, { headers: { cookie: boss.cookie } })).text()
  const html = await read(paths.broadcasts)
  expect(html).toContain('TELEGRAM_TOKEN')
  expect(html).toContain('There are no broadcasts yet')
  const files = await read(paths.broadcastFiles)
  expect(files).toContain('TELEGRAM_TOKEN')
  expect(files).toContain('until then a broadcast can name an https address')
  expect(files).not.toContain('Broadcasts can be composed now')
  await bare.close()
})

test('sizes are remembered for a while, and not without end', async () => {
  let now = 0
  const sizes = createAudienceSizes({ db, now: () => now })
  const chats = [9_000_001]
  expect(await sizes.count({ chats })).toBe(0)
  await db.client.execute(
    "insert into subscribers (chat_id, locale, name, state, created_at, active_at) values (9000001, 'ru', '', 'active', 0, 0)",
  )
  expect(await sizes.count({ chats })).toBe(0)
  now = 6000
  expect(await sizes.count({ chats })).toBe(1)
  await db.client.execute('delete from subscribers where chat_id = 9000001')
  for (let at = 0; at < 199; at++) await sizes.count({ chats: [at + 1] })
  expect(await sizes.count({ chats })).toBe(1)
  for (let at = 0; at < 200; at++) await sizes.count({ chats: [at + 1000] })
  expect(await sizes.count({ chats })).toBe(0)
})

test('a pace is told of the last twenty seconds, and forgotten where nobody looks', () => {
  const pace = createPace()
  expect(pace.of('a', { at: 0, done: 0 })).toBeUndefined()
  expect(pace.of('a', { at: 10_000, done: 250 })).toBe(25)
  expect(pace.of('a', { at: 60_000, done: 900 })).toBeUndefined()
  for (let other = 0; other < 100; other++) pace.of(`b${other}`, { at: 60_000, done: 0 })
  expect(pace.of('a', { at: 62_000, done: 950 })).toBeUndefined()
})
