import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { createTestFeed, minuteOf } from '../../../tests/doubles/feed.ts'
import { addPlayedBot, type PlayedBot } from '../../../tests/played-bots.ts'
import { signIn } from '../../../tests/signed-in.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { until } from '../../../tests/until.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { listParams, lives, readList, sorts, views } from './list-query.ts'

setDefaultTimeout(60_000)

const now = Date.UTC(2026, 5, 10, 12, 30, 20)
const minute = now - (now % minuteMs)

let site: TestSite
beforeAll(async () => {
  const feed = createTestFeed({ past: [minuteOf('BTCUSDT', minute - minuteMs, 100)] })
  site = await createTestSite({ feed, now: () => now })
  for (const asset of ['BTCUSDT', 'ETHUSDT'])
    feed.emit(minuteOf(asset, minute, 100, { isClosed: false, time: now, volume: 1 }))
  feed.setState({ name: 'live' })
  await until(() => site.market.current('ETHUSDT', 1) !== undefined)
})
afterAll(() => site.close())

const add = (bot: Omit<PlayedBot, 'now'>) => addPlayedBot(site.appDb, { ...bot, now })

const demoIn = (html: string) => namesIn(html).filter((name = '') => /saver|Накопление|^Second$/.test(name))
const namesIn = (html: string) => [...html.matchAll(/id="open-[^"]+"[^>]*>([^<]+)</g)].map(([, name]) => name)
const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0]
const figuresIn = (html: string) =>
  [...(/<dl class="bot-totals".*?<\/dl>/s.exec(html)?.[0] ?? '').matchAll(/<dd>(.*?)<\/dd>/g)].map(([, figure = '']) =>
    figure.replace(/<[^>]*>/g, ''),
  )

test('visitors see ranked public bots, and no private bot by any route', async () => {
  const [owner, other] = [await signIn(site.appDb, { now }), await signIn(site.appDb, { now })]
  const secret = await add({ userId: owner.id, name: 'Secret one', equities: [1100] })
  const [second, first] = [
    await add({ userId: null, name: 'Second', equities: [990, 1010] }),
    await add({ userId: null, name: 'dca', equities: [1200] }),
  ]
  const { status, html, headers } = await site.get('/en/app/bots')
  for (const way of ['login', 'register']) expect(html).toContain(`/en/${way}?next=%2Fen%2Fapp%2Fbots%2Fnew`)
  expect([status, headers.get('ratelimit-policy')]).toEqual([200, '"calls";q=300;w=8'])
  expect(demoIn(html)).toEqual(['Bitcoin saver', 'Second'])
  expect(['Paper money', '+20.00%', 'Secret one'].map((text) => html.includes(text))).toEqual([true, true, false])
  expect(demoIn(await site.read('/app/bots'))).toEqual(['Накопление биткоина', 'Second'])
  // Ranks of the bots do not depend on the order of the list.
  const turned = await site.part('/en/app/bots?sort=profit')
  const placeOf = (name: string) =>
    Number(new RegExp(`bot-place">(\\d+)</td><th[^>]*><span[^>]*><a [^>]*>${name}<`).exec(turned.html)?.[1])
  expect(demoIn(turned.html)).toEqual(['Second', 'Bitcoin saver'])
  expect([placeOf('Bitcoin saver'), placeOf('Second')]).toEqual([1, 2])
  for (const cookie of ['', other.cookie]) {
    const path = `/en/app/bots/compare?id=${secret}&id=${second}&id=${first}`
    const compared = await site.as({ cookie }).get(path)
    expect(compared.status).toBe(200)
    expect(compared.html).not.toContain('Secret one')
    expect(compared.html).toContain('Bitcoin saver')
    expect(compared.html.includes('Some of these bots do not exist or are not yours.')).toBe(true)
    const none = await site.as({ cookie }).get(path.replace(secret, 'nowhere'))
    expect(mainOf(none.html) === mainOf(compared.html)).toBe(true)
    expect(namesIn((await site.as({ cookie }).part(`/en/app/bots?q=Secret`)).html)).toEqual([])
  }
})

test('a list follows its URL', async () => {
  const owner = await signIn(site.appDb, { now })
  const own = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Omega']
  const list = async (query: string) => {
    const { html } = await site.as(owner).part(`/en/app/bots${query}`)
    return namesIn(html).filter((name = '') => own.includes(name))
  }
  await add({ userId: owner.id, name: 'Omega', equities: [1100] })
  await add({ userId: owner.id, name: 'Alpha', asset: 'ETHUSDT', strategy: 'ma-cross', equities: [1005, 900] })
  await add({ userId: owner.id, name: 'Beta', state: 'paused', equities: [1050] })
  await add({ userId: owner.id, name: 'Gamma', state: 'draft' })
  await add({ userId: owner.id, name: 'Delta', state: 'halted', equities: [700] })
  expect(await list('')).toEqual(['Delta', 'Gamma', 'Beta', 'Alpha', 'Omega'])
  expect(await list('?state=ended')).toEqual(['Delta'])
  expect(await list('?state=paused')).toEqual(['Beta'])
  expect(await list('?strategy=ma-cross')).toEqual(['Alpha'])
  expect(await list('?asset=ETHUSDT')).toEqual(['Alpha'])
  expect(await list('?q=eth%2Fusdt')).toEqual(['Alpha'])
  expect(await list('?q=moving-average')).toEqual(['Alpha'])
  expect(await list('?q=none')).toEqual([])
  expect(await list('?sort=-profit')).toEqual(['Omega', 'Beta', 'Gamma', 'Alpha', 'Delta'])
  expect(await list('?sort=name')).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma', 'Omega'])
  expect((await list('?sort=-drawdown')).slice(0, 2)).toEqual(['Delta', 'Alpha'])
  const html = await site.as(owner).read('/en/app/bots')
  // The totals leave out drafts: 1,100 + 900 + 1,050 + 700 of 4,000.
  expect(figuresIn(html).slice(0, 4)).toEqual(['2 of 5', '3,750.00 USDT', '−250.00 (−6.25%)', '+50.00'])
  expect(html).toMatch(/aria-label="Pause: Omega"[^>]*>.*?Pause</)
  expect(html).toMatch(/aria-label="Start: Gamma"[^>]*>.*?Start</)
})

test('the portfolio is shown from 24 hours on, the correlation from seven shared days on', async () => {
  const owner = await signIn(site.appDb, { now })
  const shown = async () => {
    const html = await site.as(owner).read('/en/app/bots')
    return ['once your bots have traded for 24 hours', 'Portfolio</h2>', 'Correlation of daily returns</h3>'].map(
      (text) => html.includes(text),
    )
  }
  const rising = (hours: number) => Array.from({ length: hours }, (_, hour) => 1000 + (hour % 31))
  await add({ userId: owner.id, name: 'Old', equities: rising(23) })
  expect(await shown()).toEqual([false, false, false])
  await add({ userId: owner.id, name: 'New', equities: rising(5) })
  expect(await shown()).toEqual([true, false, false])
  await add({ userId: owner.id, name: 'Older', equities: rising(24) })
  expect(await shown()).toEqual([false, true, false])
  for (const name of ['One week', 'Other week']) await add({ userId: owner.id, name, equities: rising(200) })
  expect(await shown()).toEqual([false, true, true])
})

test('at most four bots are compared, each once', async () => {
  const ids = await Promise.all(['One', 'Two', 'Three', 'Four', 'Five'].map((name) => add({ userId: null, name })))
  const compared = async (asked: string[]) => {
    const html = await site.read(`/en/app/bots/compare?${asked.map((id) => `id=${id}`).join('&')}`)
    const table = /<table class="bots-figures">.*?<\/table>/s.exec(html)?.[0] ?? ''
    return { html, names: [...table.matchAll(/<th scope="col"><a[^>]*>([^<]+)/g)].map(([, name]) => name) }
  }
  expect((await compared(ids)).names).toEqual(['One', 'Two', 'Three', 'Four'])
  expect((await compared(ids)).html.includes('Showing the first four')).toBe(true)
  expect((await compared([ids[1] ?? '', ids[1] ?? '', ids[0] ?? ''])).names).toEqual(['Two', 'One'])
  expect((await compared([])).html.includes('Select up to four bots')).toBe(true)
})

test('a user can stop all own bots at once, but no others', async () => {
  const [one, other] = [await signIn(site.appDb, { now }), await signIn(site.appDb, { now })]
  const ids = [
    await add({ userId: one.id, name: 'Runs' }),
    await add({ userId: one.id, name: 'Waits', state: 'paused' }),
    await add({ userId: one.id, name: 'Draft', state: 'draft' }),
    await add({ userId: other.id, name: 'Stays' }),
  ]
  const answer = await site.as(one).post('/en/app/bots/stop')
  expect([answer.status, answer.location]).toEqual([303, '/en/app/bots'])
  const acts = await site.appDb.client.execute('select bot_id, act from bot_acts order by bot_id')
  const commands = acts.rows.map((row) => [row.bot_id, JSON.parse(String(row.act))])
  const after = site.market.current('BTCUSDT', 1)?.openTime
  const halt = { do: 'halt', reason: 'stopped', sell: true, after }
  expect(commands).toEqual([ids[0], ids[1]].sort().map((id) => [id, halt]))
})

test('a URL contains everything about a list, and any URL is accepted', () => {
  const any = fc.record({
    search: fc.string({ unit: fc.constantFrom('a', 'B', 'ф', '&', '%'), maxLength: 50 }),
    life: fc.option(fc.constantFrom(...lives), { nil: undefined }),
    strategy: fc.option(fc.constantFrom('dca', 'ma-cross'), { nil: undefined }),
    asset: fc.option(fc.constantFrom('BTCUSDT', 'REPLAY'), { nil: undefined }),
    sort: fc.option(fc.constantFrom(...sorts), { nil: undefined }),
    isDescending: fc.boolean(),
    view: fc.option(fc.constantFrom(...views), { nil: undefined }),
  })
  fc.assert(
    fc.property(any, (chosen) => {
      const own = { ...chosen, isDescending: chosen.sort !== undefined && chosen.isDescending }
      expect(readList(Object.fromEntries(listParams(own)))).toEqual(own)
    }),
  )
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.string()), (params) => readList(params).search.length <= 50))
})
