import type { Db } from '../../src/db/client.ts'
import { href, paths } from '../../src/paths.ts'
import { makeAdministrator } from '../administrator.ts'
import { recount } from '../counts.ts'
import { addBroadcast } from '../outbox.ts'
import { createTestSite, type TestSite } from '../site.ts'
import { seedUsers } from '../users.ts'
import { median, percentile } from './load.ts'
import type { Report } from './report.ts'

const broadcasts = 10_000
const rounds = 60
/** Max response time, ms */
const bound = { atMost: 50 }
/** Max time of a count while an administrator selects an audience, ms */
const countBound = { atMost: 300 }
const minuteMs = 60_000
const dayMs = 24 * 3600_000
/** Subscribers per user account */
const perAccount = 10

/**
 * Measures the list of many broadcasts, the pages of a large one and counts of audiences, in the whole app to the last
 * byte.
 */
export async function benchBroadcastScreens(report: Report, recipients: number): Promise<void> {
  let ahead = 0
  const site = await createTestSite({
    env: { TELEGRAM_TOKEN: '1000001:double' },
    now: () => Date.now() + ahead,
  })
  const db = site.appDb
  const { cookie } = await makeAdministrator(db, 'keeper')
  const variants = { variants: [{ ru: 'B' }], buttons: [[{ text: { ru: 'Да' }, callback: 'Да' }]] }
  const id = await addBroadcast(db, { state: 'paused', content: variants, trialPercent: 50 })
  await addList(db, id)
  await addRecipients(db, id, recipients)
  const visit = { site, cookie, rounds }
  for (const [name, addresses] of Object.entries(screensOf(id, recipients))) {
    await benchScreen(report, name, { ...visit, addresses, isPartial: name === 'progress', bound })
  }
  for (const [name, query] of Object.entries(audiencesOf(id))) {
    const addresses = [`${paths.broadcastAudience}?${query}`]
    // Advances the clock, so that the cached result of the last count is not reused
    const before = () => {
      ahead += minuteMs
    }
    const count = { ...visit, rounds: 20, addresses, isPartial: true, bound: countBound, before }
    await benchScreen(report, `count of an audience${name}`, count)
  }
  await site.close()
}

async function addList(db: Db, id: string): Promise<void> {
  await db.writeRaw([
    {
      sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${broadcasts})
        insert into broadcasts (id, name, state, content, audience, created_at, updated_at, total, sent)
        select printf('%032d', i), 'Broadcast ' || i, case i % 4 when 0 then 'draft' when 1 then 'cancelled' else 'finished' end,
          content, audience, i, i, 1000, 900 from n join broadcasts on id = ?`,
      args: [id],
    },
  ])
}

/**
 * Adds recipients in all states and the same people as subscribers: in both languages, active within three months, some
 * with an account.
 */
async function addRecipients(db: Db, id: string, recipients: number): Promise<void> {
  await seedUsers(db, recipients / perAccount)
  const now = Date.now()
  for (let from = 0; from < recipients; from += 100_000) {
    await db.writeRaw([
      {
        sql: `with recursive n(i) as (select :from + 1 union all select i + 1 from n where i < :last)
          insert into deliveries (broadcast_id, chat_id, variant, is_trial, state, locale, name, attempts, message_id, reason, at)
          select :id, i, i / 2 % 2, i % 2, case i % 20 when 0 then 'failed' when 1 then 'unknown' when 2 then 'skipped' when 3 then 'pending' else 'sent' end,
            'ru', 'Reader ' || i, 1, i, case i % 20 when 0 then 'blocked' when 1 then 'crash' when 2 then 'stopped' end, i from n`,
        args: { id, from, last: Math.min(recipients, from + 100_000) },
      },
      {
        sql: `insert into subscribers (chat_id, locale, name, state, created_at, active_at, user_id)
          select chat_id, iif(chat_id % 3, 'ru', 'en'), name, 'active', at, :now - chat_id * 7919 % 90 * ${dayMs},
            iif(chat_id % ${perAccount}, null, (select id from users where login_key = 'user' || chat_id / ${perAccount}))
          from deliveries where broadcast_id = :id and chat_id > :from`,
        args: { id, from, now },
      },
      {
        sql: `insert into broadcast_clicks select broadcast_id, 0, chat_id, at from deliveries
          where broadcast_id = :id and chat_id > :from and chat_id % 9 = 0 and state = 'sent'`,
        args: { id, from },
      },
    ])
  }
  const share = Math.floor(recipients / 20)
  await db.writeRaw([
    {
      sql: `update broadcasts set total = ?, sent = ?, failed = ?, unknown = ?, skipped = ?, clicks = ? where id = ?`,
      args: [recipients, 16 * share, share, share, share, 2 * share, id],
    },
  ])
  await recount(db)
  // Empties the write-ahead log: after so many inserts at once it is larger than on any real site.
  await db.client.execute('pragma wal_checkpoint(truncate)')
}

function screensOf(id: string, recipients: number): Record<string, string[]> {
  const draft = '00000000000000000000000000010000'
  const rows = href(paths.broadcastRecipients, { id })
  return {
    'list of 10,000': ['', 'sort=name', 'sort=-name', 'state=finished&sort=name', 'state=draft'].map(
      (query) => `${paths.broadcasts}?${query}`,
    ),
    'list, search': ['q=9', 'q=999', 'q=no-such', 'q=999&sort=name'].map((query) => `${paths.broadcasts}?${query}`),
    detail: [href(paths.broadcast, { id })],
    'detail of a draft to all': [href(paths.broadcast, { id: draft })],
    progress: [`${href(paths.broadcast, { id })}?part=progress`],
    recipients: [
      '',
      'state=failed',
      'state=unknown',
      'state=sent',
      'state=waiting',
      'state=cancelled',
      `after=${recipients / 2}.0`,
    ].map((query) => `${rows}?${query}`),
    'recipients, search': ['q=Reader', 'q=99999', 'q=no-such', 'q=777&state=failed'].map((query) => `${rows}?${query}`),
  }
}

/** Query strings that the form's fields produce */
const audiencesOf = (id: string): Record<string, string> => ({
  '': '',
  ', language and activity': 'locale=ru&active=30',
  ', activity': 'active=30',
  ', role of user': 'role=user',
  ', role of administrator': 'role=admin',
  ', linked': 'linked=yes',
  ', not linked': 'linked=no',
  ', clicked': `clicked=${id}`,
  ', clicked one button': `clicked=${id}&clickedButton=1`,
  ', all of these': `locale=ru&active=30&role=user&clicked=${id}`,
})

interface Visit {
  site: TestSite
  cookie: string
  addresses: string[]
  isPartial: boolean
  rounds: number
  bound: { atMost: number }
  before?: () => void
}

async function benchScreen(report: Report, name: string, visit: Visit): Promise<void> {
  const { site, cookie, addresses, isPartial, rounds, bound, before } = visit
  const headers = { cookie, 'accept-encoding': 'br', 'hx-request-type': isPartial ? 'partial' : 'full' }
  const timed = async (address: string) => {
    before?.()
    const [startedAt, used] = [performance.now(), process.cpuUsage()]
    const response = await site.app.request(address, { headers })
    await response.arrayBuffer()
    const { user, system } = process.cpuUsage(used)
    if (response.status !== 200) throw new Error(`${address} answers ${response.status}`)
    return { wall: performance.now() - startedAt, cpu: (user + system) / 1000 }
  }
  for (let round = 0; round < 10; round++) for (const address of addresses) await timed(address)
  const times: Awaited<ReturnType<typeof timed>>[] = []
  for (let round = 0; round < rounds; round++) {
    times.push(await timed(addresses[round % addresses.length] ?? ''))
  }
  const cpu = times.map(({ cpu }) => cpu)
  const wall = times.map(({ wall }) => wall)
  report(`broadcasts, ${name}: processor time, median`, median(cpu), 'ms')
  report(`broadcasts, ${name}: p95`, percentile(wall, 0.95), 'ms', bound)
}
