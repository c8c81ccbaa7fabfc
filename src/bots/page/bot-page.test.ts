import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { openTradedBots, plan, priceAt } from '../../../tests/traded-bots.ts'
import { href, paths } from '../../paths.ts'
import { wholeMoney } from '../engine/money.ts'
import { createBot } from '../owner/own-bots.ts'
import { findBot, listTrades } from '../owner/owner-queries.ts'
import { manualStrategy } from '../plan.ts'
import { listLog } from './page-queries.ts'

setDefaultTimeout(60_000)

const { site, feed, runner, owner, get, post, now, known, pass, draft, textOf, sendCommand, stateOf, pageOf, close } =
  await openTradedBots()
afterAll(close)

test('the page of a running bot and the list say when prices are missing', async () => {
  const id = await draft()
  await sendCommand(id, 'start')
  await pass(2)
  const waits = 'No prices are coming in, so the bot is waiting.'
  const standing = 'Trading. It decides at the close of every candle.'
  feed.setState({ name: 'waiting', until: now() + 10_000, reason: 'disconnected' })
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
  // Moves the bot's cursor ahead, as if minutes had been removed after the clock had been ahead by a day.
  await site.appDb.client.execute({ sql: 'update bots set cursor = cursor + 86400000 where id = ?', args: [id] })
  expect(await textOf(`/en${pageOf(id)}`, owner)).toContain('clock was ahead')
})

test('a draft is started, paused, resumed and stopped by forms, and its page shows the state', async () => {
  const id = await draft()
  const page = pageOf(id)
  expect(await textOf(page, owner)).toContain('Ещё не запускался')
  expect(await textOf(`/en${page}`, owner)).toContain('Not started yet')
  expect((await sendCommand(id, 'start')).headers.get('location')).toBe(page)
  await pass(60)
  const running = await textOf(`/en${page}`, owner)
  expect(running).toContain('Trading. It decides at the close of every candle.')
  expect(running).toContain('Paper money: nothing here is real')
  // Whether the last decision was to buy or to sell depends on the time of the start.
  expect(running).toMatch(/Decision: (buy|sell) at the market \(The fast average crossed (above|below) the slow one\)/)
  expect((await sendCommand(id, 'pause')).status).toBe(303)
  await pass(1)
  expect(await stateOf(id)).toBe('paused')
  expect(await textOf(`/en${page}`, owner)).toContain('Not buying. The open position is still managed.')
  await sendCommand(id, 'resume')
  await pass(30)
  expect(await stateOf(id)).toBe('running')
  await sendCommand(id, 'stop')
  await runner.idle()
  const stopping = await textOf(`/en${page}`, owner)
  expect(stopping).toContain('Pending: stop')
  expect(stopping).toContain('Stopping: the position is sold')
  expect(stopping).not.toContain('Trading. It decides')
  expect(stopping).not.toContain('Pause')
  await pass(3)
  expect(await stateOf(id)).toBe('stopped')
  expect((await listTrades(site.appDb, id, { limit: 1 }))[0]?.side).toBe('sell')
  for (const act of ['start', 'pause', 'resume', 'stop']) expect((await sendCommand(id, act)).status).toBe(409)
  expect(await textOf(page, owner)).toContain('Остановлен владельцем')
  expect((await sendCommand(id, 'sell')).status).toBe(400)
})

test('a manual account cannot be started, commanded, checked, shared or deleted like a bot', async () => {
  const capital = wholeMoney(1000 * 1e8)
  const account = { userId: owner.id, name: '', asset: 'ETHUSDT', tf: 1 as const, capital, kind: 'manual' as const }
  const made = await createBot({ db: site.appDb, now }, { ...account, plan: { ...plan, strategy: manualStrategy } })
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

test('buy and hold is drawn from the price of the bot’s first minute', async () => {
  const id = await draft()
  const begun = known()
  await sendCommand(id, 'start')
  await pass(130)
  const html = await (await get(`/en${pageOf(id)}`, owner)).text()
  const twoDigits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const table = html.slice(html.indexOf('class="numbers-table fold"'))
  const rows = [...table.slice(0, table.indexOf('</table>')).matchAll(/<tr>(<th scope="row">.*?)<\/tr>/g)]
  const [last = ''] = rows.at(-1)?.slice(1) ?? []
  const [, holding] = [...last.matchAll(/<td>([^<]*)/g)].map(([, text]) => text)
  expect(holding).toBe(((1000 * priceAt(known())) / priceAt(begun - 1)).toLocaleString('en', twoDigits))
})

type OwnersPath = typeof paths.botAct | typeof paths.botDrift | typeof paths.botSharing | typeof paths.botRemoval

test.each([
  ['', 'Совпадает с повтором', ['Создать ссылку', 'Бот удалён.']],
  ['/en', 'Live = replay', ['Create link', 'Bot deleted.']],
])(
  'forms alone can start, check, share, stop and delete a bot, at “%s”',
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

test('the owner can check for drift twice at once, then once a minute', async () => {
  const id = await draft()
  const check = () => post(href(paths.botDrift, { id }), {})
  expect((await check()).status).toBe(409)
  await sendCommand(id, 'start')
  await pass(60)
  expect((await check()).headers.get('location')).toBe(pageOf(id))
  const count = (await listTrades(site.appDb, id, { limit: 1000 })).length
  expect(await textOf(`/en${pageOf(id)}`, owner)).toContain(`Live = replay All ${count} trades up to`)
  expect(await textOf(pageOf(id), owner)).toContain('Совпадает с повтором')
  const [, refused] = [await check(), await check()]
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
})

test('trades are paged, decisions can be filtered, and all trades can be downloaded', async () => {
  const id = await draft(owner.id, { params: { fast: 1, slow: 2 } })
  await sendCommand(id, 'start')
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
  const entries = await listLog(site.appDb, id, { limit: 40, led: false })
  const placesOf = (from: number) => entries.slice(from, from + 20).map(({ time, part }) => `${time}-${part}`)
  const listed = (html: string) => [...html.matchAll(/id="log-(\d+-\d+)"/g)].map(([, place]) => place)
  expect(listed(newest)).toEqual(placesOf(0))
  const olderLog = /id="log-older" href="([^"#]+)/.exec(newest)?.[1] ?? ''
  expect(listed(await (await get(olderLog, owner)).text())).toEqual(placesOf(20))
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
