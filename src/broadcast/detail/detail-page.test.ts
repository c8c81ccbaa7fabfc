import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type BroadcastSite, openBroadcastSite } from '../../../tests/broadcast-site.ts'
import { addBroadcast, addSubscribers } from '../../../tests/outbox.ts'
import { writeClock } from '../../i18n/moscow-time.ts'
import { href, paths } from '../../paths.ts'
import { addBuckets, refuseStatements } from '../../telegram/limiter/bucket-queries.ts'
import { enqueueNotice } from '../../telegram/notices/enqueue-notice.ts'
import { markSender } from '../delivery/sender-presence.ts'

let site: BroadcastSite
beforeAll(async () => {
  site = await openBroadcastSite('watcher')
})
afterAll(() => site.close())

async function openOwn(login: string): Promise<BroadcastSite & AsyncDisposable> {
  const own = await openBroadcastSite(login)
  return { ...own, [Symbol.asyncDispose]: () => own.close() }
}

const partial = { 'hx-request-type': 'partial' }

test('the page shows the progress, and why some recipients got nothing', async () => {
  const id = await site.running(100)
  const html = await site.read(`/en${href(paths.broadcast, { id })}`)
  expect(html).toContain('90 of 100')
  expect(html).toContain('bot blocked')
  const region = await site.ask(`/en${href(paths.broadcast, { id })}?part=progress`, { headers: partial })
  expect(await region.text()).toStartWith('<section id="broadcast-progress"')
})

test.each([
  ['revoked', 'restart the server and resume'],
  ['content', 'Correct the message and resume'],
  ['errors', 'Check the failed recipients'],
  ['strangers', 'set the bot that these people subscribed to'],
  ['restored', 'those people get them again'],
  ['late', 'If it is still relevant, resume it'],
] as const)('a broadcast paused automatically, reason %s, explains what to do', async (reason, words) => {
  const id = await site.running(10, 'paused')
  const page = () => site.read(`/en${href(paths.broadcast, { id })}`)
  expect(await page()).not.toContain(words)
  await site.set(id, `reason = '${reason}'`)
  expect(await page()).toContain(words)
})

test('while Telegram refuses the token, the list and each broadcast explain what to do', async () => {
  const id = await addBroadcast(site.db, { state: 'draft' })
  const received = async () =>
    Promise.all(
      [`/en${paths.broadcasts}`, `/en${href(paths.broadcast, { id })}`].map(async (path) =>
        (await site.read(path)).includes('Telegram rejects the bot’s token'),
      ),
    )
  // Other tests of this file may have left a paused broadcast with this reason.
  await site.db.client.execute("update broadcasts set reason = null where reason = 'revoked'")
  expect(await received()).toEqual([false, false])
  await enqueueNotice(site.db, { chatId: 7, params: { text: 'A test' } })
  await site.db.client.execute("update notices set error = 'Unauthorized'")
  expect(await received()).toEqual([true, true])
  await site.db.client.execute("update notices set state = 'sent', error = null")
  expect(await received()).toEqual([false, false])
  const paused = await site.running(10, 'paused')
  await site.set(paused, "reason = 'revoked'")
  expect(await received()).toEqual([true, true])
  await site.set(paused, 'reason = null')
})

test('without any subscribers, the page does not suggest changing the audience', async () => {
  const [none, noMatch] = ['There are no subscribers yet', 'No subscribers match']
  // Other tests of this file add subscribers, whose number is cached for a while, so this test has its own site.
  await using own = await openOwn('beginner')
  const id = await addBroadcast(own.db, { state: 'draft', audience: { chats: [777] } })
  await own.set(id, 'started_at = null')
  const pages = async () =>
    Promise.all(
      [`/en${href(paths.broadcast, { id })}`, `/en${paths.newBroadcast}`, `/en${paths.broadcastAudience}`].map(
        own.read,
      ),
    )
  for (const html of await pages()) expect(html).toContain(none)
  await addSubscribers(own.db, 1)
  expect((await pages())[0]).toContain(noMatch)
  expect((await pages())[0]).not.toContain(none)
})

test('failed edits and deletions are still shown after the task has ended', async () => {
  const id = await site.running(10, 'finished')
  const page = () => site.read(`/en${href(paths.broadcast, { id })}`)
  expect(await page()).not.toContain('broadcast-task')
  await site.set(id, 'task_total = 7, task_failed = 3')
  expect(await page()).toContain('Chats where the message did not change: 3')
})

test('a page with an outdated revision, or from before the start, is reloaded', async () => {
  const id = await addBroadcast(site.db, { state: 'scheduled' })
  await site.set(id, 'started_at = null')
  const page = await site.read(`/en${href(paths.broadcast, { id })}`)
  expect(page).toContain(`data-events="/en${href(paths.broadcastProgress, { id })}"`)
  const address = /hx-get="([^"]*part=acts[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const refreshed = () => site.ask(address, { headers: partial })
  expect((await refreshed()).headers.get('hx-redirect')).toBeNull()
  for (const change of ['revision = revision + 1', 'started_at = 1']) {
    await site.set(id, change)
    expect((await refreshed()).headers.get('hx-redirect')).toBe(`/en${href(paths.broadcast, { id })}`)
    await site.set(id, 'revision = 1, started_at = null')
  }
})

test('during quiet hours the page shows when sending resumes, and no remaining time', async () => {
  const id = await site.running(100)
  const page = () => site.read(`/en${href(paths.broadcast, { id })}`)
  expect(await page()).toContain('Time left, about')
  // The quiet hours are the whole day except one minute, which is not now.
  const minute = (Math.floor(Date.now() / 60_000) + 3 * 60 + 720) % 1440
  await site.set(id, `quiet_from = ${(minute + 1) % 1440}, quiet_to = ${minute}`)
  const received = `sending resumes at ${writeClock(minute)}`
  const quiet = await page()
  expect(quiet).toContain(received)
  expect(quiet).not.toContain('Time left, about')
  await site.set(id, "state = 'preparing'")
  expect(await page()).toContain(received)
  await site.set(id, `state = 'scheduled', scheduled_at = ${Date.now() - 60_000}`)
  expect(await page()).toContain(received)
  await site.set(id, `scheduled_at = ${Date.now() + 3600_000}`)
  expect(await page()).not.toContain(received)
  await site.set(id, "state = 'running', is_snapshot_whole = 0")
  expect(await page()).toContain('Not all recipients have been added yet')
})

test('while Telegram makes the bot wait, the page shows until when, and no remaining time', async () => {
  const words = 'Telegram has asked the bot to wait'
  const most = { bulk: 25, reply: 4, paid: 1000 }
  await addBuckets(site.db, { botId: 123456, most })
  const id = await site.running(100)
  const page = () => site.read(`/en${href(paths.broadcast, { id })}`)
  expect(await page()).not.toContain(words)
  const gone = new AbortController()
  const response = await site.ask(href(paths.broadcastProgress, { id }), { signal: gone.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  while (!received.includes('event: hello\n')) received += (await reader?.read())?.value ?? ''
  const refused = { botId: 123456, lane: 'bulk', most: 25, now: Date.now(), waitMs: 600_000 } as const
  await site.db.writeRaw(refuseStatements(refused))
  while (!received.includes('event: counters\n')) received += (await reader?.read())?.value ?? ''
  await reader?.cancel()
  gone.abort()
  const frozen = await page()
  expect(frozen).toContain(words)
  expect(frozen).not.toContain('Time left, about')
  await site.set(id, "state = 'paused'")
  expect(await page()).not.toContain(words)
  await site.db.client.execute('delete from rate_buckets')
})

test.each([
  ['running', 'Recipients are still being added'],
  ['paused', 'Not all recipients have been added yet'],
  ['cancelled', 'Canceled before all recipients were added'],
] as const)('while its audience is incomplete, a %s broadcast shows its total as not final', async (state, words) => {
  const id = await site.running(1000, state)
  const page = () => site.read(`/en${href(paths.broadcast, { id })}`)
  expect(await page()).not.toContain(words)
  await site.set(id, 'is_snapshot_whole = 0')
  const html = await page()
  expect(html).toContain(words)
  expect(html).toContain('900 of 1,000+')
  expect(html).not.toContain('1,000 recipients')
  expect(html).not.toContain('Time left, about')
  expect(await site.read(`/en${paths.broadcasts}?state=${state}`)).toContain('900 of 1,000+')
})

test('watchers receive events for changes, and the number of watchers is limited', async () => {
  const id = await site.running(10)
  await addBuckets(site.db, { botId: 123456, most: { bulk: 25, reply: 4, paid: 1000 } })
  await markSender(site.db, { botId: 123456, now: 0 })
  const gone = new AbortController()
  const watch = () => site.ask(href(paths.broadcastProgress, { id }), { signal: gone.signal })
  const response = await watch()
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  const next = async (event: string) => {
    while (!received.includes(`event: ${event}\n`)) received += (await reader?.read())?.value ?? ''
  }
  await next('hello')
  await site.set(id, 'sent = sent + 1')
  await next('counters')
  await markSender(site.db, { botId: 123456, now: Date.now() })
  await next('state')
  received = ''
  await site.act(id, 'pause')
  await next('state')
  const others = await Promise.all(Array.from({ length: 99 }, watch))
  expect(others.map(({ status }) => status).every((status) => status === 200)).toBe(true)
  expect((await watch()).status).toBe(503)
  await reader?.cancel()
  for (const other of others) await other.body?.cancel()
  gone.abort()
})

test('without a recent heartbeat of a sender, waiting broadcasts explain what to do', async () => {
  const words = 'no process with the “sender” role'
  const id = await site.running(10)
  const page = () => site.read(`/en${href(paths.broadcast, { id })}`)
  const list = () => site.read(`/en${paths.broadcasts}`)
  const sign = (at: number) => markSender(site.db, { botId: 123456, now: at })
  await addBuckets(site.db, { botId: 123456, most: { bulk: 25, reply: 4, paid: 1000 } })
  await sign(Date.now() - 60_000)
  expect(await page()).toContain(words)
  expect(await list()).toContain(words)
  await sign(Date.now())
  expect(await page()).not.toContain(words)
  expect(await list()).not.toContain(words)
  await sign(Date.now() - 60_000)
  for (const [state, isExplained] of [
    ['scheduled', true],
    ['paused', false],
    ['finished', false],
  ] as const) {
    await site.set(id, `state = '${state}'`)
    expect((await page()).includes(words)).toBe(isExplained)
  }
  await site.set(id, "task = 'edit'")
  expect(await page()).toContain(words)
})

test('after the password check the typed values are still in the form', async () => {
  await site.db.writeRaw([
    {
      sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200)
        insert into subscribers (chat_id, locale, name, state, created_at, active_at)
        select i, 'en', '', 'active', 0, 0 from n`,
      args: [],
    },
  ])
  // Sizes of audiences are cached for a while; no other test requests the size of this one.
  const id = await addBroadcast(site.db, { state: 'draft', audience: { locale: 'en' } })
  await site.set(id, 'started_at = null')
  await site.db.client.execute('update sessions set proven_at = 0')
  const path = `/en${href(paths.broadcastSending, { id })}`
  const asked = await site.send(path, { act: 'start', revision: '1', confirmed: '1 200', at: '' })
  const location = new URL(asked.headers.get('location') ?? '', 'https://kurs.test')
  expect(location.pathname).toBe(`/en${paths.confirm}`)
  const page = await site.read(location.searchParams.get('next') ?? '')
  expect(page).toContain('name="confirmed"')
  expect(page).toContain('value="1 200"')
  expect(page).toContain('To send “A test” to 1,200 recipients')
})

test('a broadcast canceled before its start is shown so, without a recipient count', async () => {
  const id = await addBroadcast(site.db, { state: 'cancelled' })
  await site.set(id, 'started_at = null, finished_at = 1')
  const html = await site.read(`/en${href(paths.broadcast, { id })}`)
  expect(html).toContain('All subscribers')
  expect(html).not.toContain('0 recipients')
  expect(html).toContain('<dt>Canceled</dt>')
  expect(html).not.toContain('<dt>Finished</dt>')
})
