import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, minuteOf, type TestFeed } from '../../../tests/doubles/feed.ts'
import { send } from '../../../tests/sender.ts'
import { type SignedIn, signIn } from '../../../tests/signed-in.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { until } from '../../../tests/until.ts'
import { createLogger } from '../../log/logger.ts'
import { href, paths } from '../../paths.ts'
import { wholeMoney } from '../engine/money.ts'
import { createBot } from '../owner/own-bots.ts'
import { findBot, listTrades } from '../owner/owner-queries.ts'
import { byHand, type Plan } from '../plan.ts'
import { type BotRunner, runBots } from '../running/run-bots.ts'

setDefaultTimeout(600_000)

const begin = Date.UTC(2026, 5, 10, 12, 0)
const minuteMs = 60_000
const priceAt = (n: number) => Math.round(10_000 + 300 * Math.sin(n / 5) + 40 * Math.sin(n * n)) / 100
const minuteAt = (n: number, more = {}) => {
  const [open, close] = [priceAt(n - 1), priceAt(n)]
  const ends = { open, high: Math.max(open, close) + 0.02, low: Math.min(open, close) - 0.02, close }
  return minuteOf('BTCUSDT', begin + n * minuteMs, close, { ...ends, volume: 1000, ...more })
}
const costs = { takerFee: 1000, makerFee: 1000, spread: 0, slippage: 0 }
const plan: Plan = { strategy: 'ma-cross', params: { fast: 2, slow: 5 }, costs, order: 'nearest' }

let site: TestSite
let feed: TestFeed
let runner: BotRunner
let known = 0
let clock = begin
let owner: SignedIn
let stranger: SignedIn
beforeAll(async () => {
  feed = createTestFeed({ past: Array.from({ length: 200 }, (_, n) => minuteAt(n - 200)) })
  site = await createTestSite({ feed, now: () => clock })
  feed.setState({ name: 'live' })
  feed.tell(minuteAt(0, { isClosed: false, time: begin + 20_000 }))
  await until(() => !site.market.state().isBackfilling)
  const log = createLogger({ level: 'silent', write: () => {} })
  runner = runBots({ db: site.appDb, market: site.market, events: site.events, log, now: () => clock })
  owner = await signIn(site.appDb, { now: begin })
  stranger = await signIn(site.appDb, { now: begin })
})
afterAll(async () => {
  await runner.close()
  await site.close()
})

/** So many minutes more have settled, and bots have passed them. */
async function pass(count: number): Promise<void> {
  const from = known
  known += count
  clock = begin + known * minuteMs + 5000
  feed.tell(...Array.from({ length: count }, (_, n) => minuteAt(from + n)))
  feed.tell(minuteAt(known, { isClosed: false, time: clock }))
  await until(async () => (await site.market.closes('BTCUSDT', 1, begin + (known - 2) * minuteMs)).length > 0)
  await runner.claim()
  await runner.idle()
}

async function draft(userId: string | null = owner.id, more: Partial<Plan> = {}, name = 'Crossing bot') {
  const capital = wholeMoney(1000 * 1e8)
  const bot = { userId, name, asset: 'BTCUSDT', tf: 1 as const, capital, plan: { ...plan, ...more } }
  const made = await createBot({ db: site.appDb, now: () => clock }, bot)
  if (made.status !== 'created') throw new Error(made.status)
  return made.id
}

const get = (path: string, who?: SignedIn, headers: Record<string, string> = {}) =>
  site.app.request(path, { headers: { ...headers, ...(who && { cookie: who.cookie }) } })
/** What is read of a page's main part, without its tags */
async function textOf(path: string, who?: SignedIn): Promise<string> {
  const html = await (await get(path, who)).text()
  return html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}
const post = (path: string, form: Record<string, string>, who = owner) =>
  send(site, path, { form, headers: { cookie: who.cookie } })
const tell = (id: string, act: string, who = owner) => post(href(paths.botAct, { id }), { act }, who)
const stateOf = async (id: string) => (await findBot(site.appDb, id, owner.id))?.row.state
const pageOf = (id: string) => href(paths.bot, { id })

test('while no prices come, a bot that runs and the list say so, and no longer once they come', async () => {
  const id = await draft()
  await tell(id, 'start')
  await pass(2)
  const waits = 'No prices are coming in, so the bot waits.'
  const standing = 'Trading: it decides at the close of every candle.'
  feed.setState({ name: 'waiting', until: clock + 10_000, reason: 'disconnected' })
  const meanwhile = await textOf(`/en${pageOf(id)}`, owner)
  expect(meanwhile).toContain(waits)
  expect(meanwhile).not.toContain(standing)
  expect(await textOf(`/en${paths.bots}`, owner)).toContain('No prices are coming in')
  expect(await textOf(`/en${pageOf(await draft())}`, owner)).not.toContain(waits)
  feed.setState({ name: 'live' })
  const afterwards = await textOf(`/en${pageOf(id)}`, owner)
  expect(afterwards).toContain(standing)
  expect(afterwards).not.toContain(waits)
  expect(await textOf(`/en${paths.bots}`, owner)).not.toContain('No prices are coming in')
})

test('a draft is started, paused, resumed and stopped by forms, and its page says what it does', async () => {
  const id = await draft()
  const page = pageOf(id)
  expect(await textOf(page, owner)).toContain('Ещё не запускался')
  expect(await textOf(`/en${page}`, owner)).toContain('Not started yet')
  expect((await tell(id, 'start')).headers.get('location')).toBe(page)
  await pass(60)
  const running = await textOf(`/en${page}`, owner)
  expect(running).toContain('Trading: it decides at the close of every candle.')
  expect(running).toContain('Play money: nothing here is real money')
  // Which of them was last depends on when it was started.
  expect(running).toMatch(/Decided: (buy|sell) at the market \(The fast average crossed (above|below) the slow one\)/)
  expect((await tell(id, 'pause')).status).toBe(303)
  await pass(1)
  expect(await stateOf(id)).toBe('paused')
  expect(await textOf(`/en${page}`, owner)).toContain('Buys nothing. What is held is looked after as before.')
  await tell(id, 'resume')
  await pass(30)
  expect(await stateOf(id)).toBe('running')
  await tell(id, 'stop')
  await runner.idle()
  expect(await textOf(`/en${page}`, owner)).toContain('Waiting: stop')
  await pass(3)
  expect(await stateOf(id)).toBe('stopped')
  expect((await listTrades(site.appDb, id, { limit: 1 }))[0]?.side).toBe('sell')
  for (const act of ['start', 'pause', 'resume', 'stop']) expect((await tell(id, act)).status).toBe(409)
  expect(await textOf(page, owner)).toContain('Остановлен владельцем')
  expect((await tell(id, 'sell')).status).toBe(400)
})

test('an account of orders by hand is no bot that is begun, told, checked, shown or removed', async () => {
  const capital = wholeMoney(1000 * 1e8)
  const account = { userId: owner.id, name: '', asset: 'ETHUSDT', tf: 1 as const, capital, kind: 'manual' as const }
  const made = await createBot(
    { db: site.appDb, now: () => clock },
    { ...account, plan: { ...plan, strategy: byHand } },
  )
  if (made.status !== 'created') throw new Error(made.status)
  const { id } = made
  const all = [
    ...['start', 'pause', 'resume', 'stop'].map((act) => ({ path: paths.botAct, form: { act } })),
    ...[paths.botDrift, paths.botRemoval].map((path) => ({ path, form: {} })),
    { path: paths.botSharing, form: { share: 'make' } },
  ]
  for (const { path, form } of all) expect((await post(href(path, { id }), form)).status).toBe(404)
  expect((await findBot(site.appDb, id, owner.id))?.row).toMatchObject({ state: 'draft', shareKey: null, nextAct: 1 })
})

test('holding is drawn from the price of the minute that the bot began in', async () => {
  const id = await draft()
  const begun = known
  await tell(id, 'start')
  await pass(130)
  const html = await (await get(`/en${pageOf(id)}`, owner)).text()
  const twoDigits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const table = html.slice(html.indexOf('class="numbers-table"'))
  const rows = [...table.slice(0, table.indexOf('</table>')).matchAll(/<tr>(<th scope="row">.*?)<\/tr>/g)]
  const [last = ''] = rows.at(-1)?.slice(1) ?? []
  const [, holding] = [...last.matchAll(/<td>([^<]*)/g)].map(([, text]) => text)
  expect(holding).toBe(((1000 * priceAt(known)) / priceAt(begun - 1)).toLocaleString('en', twoDigits))
})

type OwnersPath = typeof paths.botAct | typeof paths.botDrift | typeof paths.botSharing | typeof paths.botRemoval

test.each([
  ['', 'Живой бот = повтор', ['Сделать ссылку', 'Бот удалён.']],
  ['/en', 'Live = backtest', ['Make a link', 'The bot has been removed.']],
])(
  'a life of a bot by forms alone, at “%s”: begun, checked, shown, stopped and removed',
  async (prefix, checked, [link = '', gone = '']) => {
    const id = await draft()
    const page = `${prefix}${pageOf(id)}`
    const act = (path: OwnersPath, form: Record<string, string> = {}) => post(`${prefix}${href(path, { id })}`, form)
    const leadsBack = async (path: OwnersPath, form?: Record<string, string>) => {
      const { status, headers } = await act(path, form)
      expect([status, headers.get('location')]).toEqual([303, page])
    }
    await leadsBack(paths.botAct, { act: 'start' })
    await pass(40)
    await leadsBack(paths.botAct, { act: 'pause' })
    await leadsBack(paths.botAct, { act: 'resume' })
    await leadsBack(paths.botDrift)
    const shown = await textOf(page, owner)
    expect([checked, link].filter((text) => !shown.includes(text))).toEqual([])
    await leadsBack(paths.botSharing, { share: 'make' })
    const key = (await findBot(site.appDb, id, owner.id))?.row.shareKey ?? ''
    expect((await get(`${prefix}${href(paths.sharedBot, { key })}`)).status).toBe(200)
    expect((await act(paths.botRemoval)).status).toBe(409)
    await leadsBack(paths.botAct, { act: 'stop' })
    await pass(3)
    const removed = await act(paths.botRemoval)
    expect([removed.status, removed.headers.get('location')]).toEqual([303, `${prefix}${paths.bots}`])
    const flash = removed.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0] ?? '')
      .join('; ')
    const list = await get(`${prefix}${paths.bots}`, undefined, { cookie: `${owner.cookie}; ${flash}` })
    expect((await list.text()).includes(gone)).toBe(true)
  },
)

test('a bot is its owner’s: others learn nothing of it and change nothing of it', async () => {
  const id = await draft()
  const page = pageOf(id)
  expect((await get(page)).headers.get('location')).toBe(`/login?next=${encodeURIComponent(page)}`)
  const csv = href(paths.botTrades, { id })
  for (const path of [page, `/en${page}`, csv]) expect((await get(path, stranger)).status).toBe(404)
  const forms = [
    [paths.botAct, { act: 'start' }],
    [paths.botSharing, { share: 'make' }],
    [paths.botDrift, {}],
    [paths.botRemoval, {}],
  ] as const
  for (const [path, form] of forms) expect((await post(href(path, { id }), form, stranger)).status).toBe(404)
  expect(await stateOf(id)).toBe('draft')
  expect((await post(href(paths.botRemoval, { id }), {})).headers.get('location')).toBe(paths.bots)
  expect((await get(page, owner)).status).toBe(404)
})

test('a demo bot is called, and its settings are told, in the language of the reader', async () => {
  const params = { lower: 90, upper: 110, levels: 5, spacing: 'geometric', trailing: true }
  const page = pageOf(await draft(null, { strategy: 'grid', params }, 'grid'))
  const html = await (await get(page)).text()
  expect(html).toContain('<title>Сетка на эфире')
  const text = await textOf(page)
  expect(text).toContain('Сетка на эфире')
  expect(text).toContain('равное в процентах')
  expect(text).toContain('Поднимать сетку за ценой да')
})

test('a demo bot is seen by everybody and changed by nobody', async () => {
  const id = await draft(null)
  for (const who of [undefined, stranger]) {
    const html = await (await get(pageOf(id), who)).text()
    expect(html.includes('Crossing bot') && !html.includes(href(paths.botAct, { id }))).toBe(true)
  }
  expect((await get(href(paths.botTrades, { id }))).status).toBe(200)
  expect((await tell(id, 'start')).status).toBe(404)
})

test('who has its link reads a bot, by no id and without a button; a link that was taken back leads nowhere', async () => {
  const id = await draft()
  await tell(id, 'start')
  await pass(60)
  const share = (value: string) => post(href(paths.botSharing, { id }), { share: value })
  const linkOf = async () => {
    const found = await findBot(site.appDb, id, owner.id)
    return found?.row.shareKey && href(paths.sharedBot, { key: found.row.shareKey })
  }
  expect((await share('make')).status).toBe(303)
  const link = (await linkOf()) ?? ''
  expect(await (await get(pageOf(id), owner)).text()).toContain(`https://kurs.test${link}`)
  expect(link).toMatch(/^\/app\/bots\/shared\/[\w-]{22}$/)
  const own = await textOf(pageOf(id), owner)
  const [, stands] = /Капитал ([\d ,]+) USDT/.exec(own) ?? []
  expect(own).toContain(`в первую минуту. Капитал ${stands} Купить`)
  for (const who of [undefined, stranger, owner]) {
    const html = await (await get(link, who)).text()
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    expect(main).not.toContain(id)
    expect(main).not.toContain(owner.id)
    expect(main).not.toContain('member-')
    expect(main).not.toContain('<form')
    expect(html).toContain('noindex')
  }
  const shown = await textOf(link)
  for (const text of [own, shown]) expect(text).toContain('Быстрая средняя пересекла медленную')
  const region = await (await get(link, undefined, { 'hx-request': 'true', 'hx-request-type': 'partial' })).text()
  expect(region.startsWith('<div id="bot-region"') && !region.includes(id)).toBe(true)
  await share('make')
  expect((await get(link)).status).toBe(404)
  const second = (await linkOf()) ?? ''
  expect((await get(second)).status).toBe(200)
  await share('revoke')
  expect((await get(second)).status).toBe(404)
})

test('its owner has its life run again, twice at once and then once a minute', async () => {
  const id = await draft()
  const check = () => post(href(paths.botDrift, { id }), {})
  expect((await check()).status).toBe(409)
  await tell(id, 'start')
  await pass(60)
  expect((await check()).headers.get('location')).toBe(pageOf(id))
  const count = (await listTrades(site.appDb, id, { limit: 1000 })).length
  expect(await textOf(`/en${pageOf(id)}`, owner)).toContain(`Live = backtest All the same: ${count} trades until`)
  expect(await textOf(pageOf(id), owner)).toContain('Живой бот = повтор')
  expect([(await check()).status, (await check()).status]).toEqual([303, 429])
})

test('trades are read page by page, decisions filtered, and all trades are a file', async () => {
  const id = await draft(owner.id, { params: { fast: 1, slow: 2 } })
  await tell(id, 'start')
  await pass(240)
  const trades = await listTrades(site.appDb, id, { limit: 1000 })
  expect(trades.length).toBeGreaterThan(25)
  const rows = (html: string, name: string) =>
    [...html.matchAll(new RegExp(`id="${name}-(\\d+)`, 'g'))].map(([, n]) => n)
  const newest = await (await get(pageOf(id), owner)).text()
  expect(rows(newest, 'trade')).toEqual(trades.slice(0, 25).map((trade) => String(trade.id)))
  const older = /id="trades-older" href="([^"#]+)/.exec(newest)?.[1] ?? ''
  expect(rows(await (await get(older, owner)).text(), 'trade')).toEqual(
    trades.slice(25, 50).map((trade) => String(trade.id)),
  )
  const led = await (await get(`${pageOf(id)}?led=1`, owner)).text()
  expect(rows(led, 'log').length).toBeGreaterThan(10)
  expect(led).not.toContain('bot-quiet')
  expect(newest).toContain('bot-quiet')
  expect((await get(`${pageOf(id)}?trades=x&log=1.x&led=2`, owner)).status).toBe(200)
  const csv = await get(href(paths.botTrades, { id }), owner)
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [head, first, ...rest] = Buffer.from(await csv.arrayBuffer())
    .toString()
    .trimEnd()
    .split('\r\n')
  expect(head).toBe('\uFEFFid,time,side,price,quantity,fee,profit,reason,caught_up')
  expect(rest.length + 1).toBe(trades.length)
  const [last] = trades
  expect(first?.split(',').slice(0, 4)).toEqual([
    String(last?.id),
    new Date(last?.time ?? 0).toISOString(),
    last?.side ?? '',
    ((last?.price ?? 0) / 100).toFixed(2),
  ])
})
