import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../../tests/doubles/feed.ts'
import { type SignedIn, signIn } from '../../../tests/signed-in.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { until } from '../../../tests/until.ts'
import { cookieOf } from '../../../tests/visitor.ts'
import { wholeMoney } from '../engine/money.ts'
import { createBot } from '../owner/own-bots.ts'
import { findBot, listBots, listRevisions } from '../owner/owner-queries.ts'
import { strategies } from '../strategies/catalog.ts'

setDefaultTimeout(60_000)

const now = Date.UTC(2026, 5, 10, 12, 30, 20)
const minute = now - (now % 60_000)
const past = Array.from({ length: 900 }, (_, n) => {
  const price = Math.round(10_000 + 300 * Math.sin(n / 9)) / 100
  return minuteOf('BTCUSDT', minute - (900 - n) * 60_000, price, { high: price + 1, low: price - 1, volume: 5 })
})

let site: TestSite
beforeAll(async () => {
  const feed = createTestFeed({ past })
  site = await createTestSite({ feed, now: () => now })
  feed.emit(minuteOf('BTCUSDT', minute, 100, { isClosed: false, time: now, volume: 0.5 }))
  feed.setState({ name: 'live' })
  await until(() => !site.market.state().isBackfilling)
})
afterAll(() => site.close())

const member = () => signIn(site.appDb, { now })

async function sendForm(path: string, form: Record<string, string>, person: Pick<SignedIn, 'cookie'>) {
  const answer = await site.as(person).post(path, form)
  const flashCookie = cookieOf(answer, 'flash')
  return { ...answer, flashCookie, flash: decodeURIComponent(flashCookie.split('=')[1] ?? '') }
}

/** Returns the fields of a page's form as a browser would submit them. */
function fieldsOf(html: string): Record<string, string> {
  const inputs = [...html.matchAll(/<input([^>]*)>/g)].map(([, attributes = '']) => attributes)
  const sent = inputs.flatMap((attributes) => {
    const of = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]
    const isLeft = of('type') === 'checkbox' && !attributes.includes('checked')
    return isLeft || of('type') === 'search' ? [] : [[of('name') ?? '', of('value') ?? ''] as const]
  })
  const selects = [...html.matchAll(/<select[^>]*name="([^"]+)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, name = '', body = '']) => {
      return [
        name,
        /<option[^>]*?value="([^"]*)"[^>]*selected/.exec(body)?.[1] ?? /value="([^"]*)"/.exec(body)?.[1] ?? '',
      ] as const
    },
  )
  const areas = [...html.matchAll(/<textarea[^>]*name="([^"]+)"[^>]*>(.*?)<\/textarea>/gs)].map(
    ([, name = '', body = '']) => [name, body.replaceAll('&lt;', '<').replaceAll('&gt;', '>')] as const,
  )
  return Object.fromEntries([...sent, ...selects, ...areas])
}

/** Creates a draft bot through the form. @returns the id of the bot */
async function make(owner: SignedIn, more: Record<string, string> = {}): Promise<string> {
  const form = { ...fieldsOf(await site.as(owner).read('/en/app/bots/new?strategy=ma-cross')), ...more }
  const { location } = await sendForm('/en/app/bots/new', form, owner)
  return location?.split('/').at(-1) ?? ''
}

test('a form sent twice creates and starts one bot, and both requests get the same response', async () => {
  const owner = await member()
  const form = { ...fieldsOf(await site.as(owner).read('/en/app/bots/new?strategy=ma-cross')), start: 'yes' }
  const sends = await Promise.all([1, 2].map(() => sendForm('/en/app/bots/new', form, owner)))
  const late = await sendForm('/en/app/bots/new', form, owner)
  const [{ row } = { row: undefined }, ...others] = (await listBots(site.appDb, owner.id)).filter(
    ({ row }) => row.userId === owner.id,
  )
  expect(row?.state).toBe('running')
  expect(others).toEqual([])
  for (const { status, location, flash } of [...sends, late]) {
    expect([status, location]).toEqual([303, `/en/app/bots/${row?.id}`])
    expect(flash).toContain('botForm.flashStarted')
  }
  const other = await sendForm('/en/app/bots/new', { ...form, name: 'Another' }, owner)
  expect(other.location).not.toBe(late.location)

  const page = await site.as(owner).read(`/en/app/bots/${row?.id}`)
  const key = /action="[^"]*\/copy"[^>]*><input type="hidden" name="formKey" value="([\w-]+)"/.exec(page)?.[1] ?? ''
  const copies = await Promise.all([1, 2].map(() => sendForm(`/en/app/bots/${row?.id}/copy`, { formKey: key }, owner)))
  expect(copies[0]?.location).toMatch(/\/app\/bots\/[\w-]{36}\/edit$/)
  expect(copies[1]?.location).toBe(copies[0]?.location ?? '')
})

test('each strategy has a drawing and texts, and its unchanged form creates a draft', async () => {
  const owner = await member()
  for (const [prefix, money, scale] of [
    ['', 'Учебные деньги', '1,5'],
    ['/en', 'Paper money', '1.5'],
  ] as const) {
    const picker = await site.as(owner).get(`${prefix}/app/bots/new?asset=ETHUSDT`)
    expect(picker.html).toContain(money)
    for (const { id } of strategies) {
      expect(picker.html).toContain(`href="${prefix}/app/bots/new?strategy=${id}&amp;asset=ETHUSDT"`)
      const shown = await site.as(owner).get(`${prefix}/app/bots/new?strategy=${id}`)
      expect(shown.status).toBe(200)
      expect(shown.html.match(/<h1/g)?.length).toBe(1)
      expect(shown.html).toContain(money)
      if (id === 'dca') expect(fieldsOf(shown.html)).toMatchObject({ 'params.scale': scale })
      const made = await sendForm(`${prefix}/app/bots/new`, fieldsOf(shown.html), owner)
      expect([made.status, made.flash]).toEqual([303, 'botForm.flashKept'])
      expect(made.location).toStartWith(`${prefix}/app/bots/`)
    }
  }
  const bots = (await listBots(site.appDb, owner.id)).filter(({ row }) => row.userId === owner.id)
  expect(bots.map(({ row, plan }) => [plan.strategy, row.state, row.asset, row.capital, plan.risk?.stopLoss])).toEqual(
    [...strategies, ...strategies].reverse().map(({ id }) => [id, 'draft', 'BTCUSDT', 1000 * 1e8, 50_000]),
  )
})

test('an invalid form comes back as typed, and creates nothing', async () => {
  const owner = await member()
  const typed = { ...fieldsOf(await site.as(owner).read('/app/bots/new?strategy=grid')), name: 'Моя <сетка>' }
  const wrong = {
    ...typed,
    'params.levels': 'семь',
    'risk.stopLoss': '',
    'params.trailing': 'yes',
    tf: '240',
    start: 'yes',
  }
  const { status, html } = await sendForm('/app/bots/new', wrong, owner)
  expect(status).toBe(422)
  expect(fieldsOf(html)).toMatchObject({
    name: 'Моя &lt;сетка&gt;',
    'params.levels': 'семь',
    'risk.stopLoss': '',
    'params.trailing': 'yes',
    tf: '240',
  })
  expect(html).toContain('Это не число. Напишите, например, 1,5.')
  expect(html).toContain('Введите стоп-лосс: он обязателен.')
  expect(html).toContain('Исправьте 2 поля.')
  expect(html).toMatch(
    /<input[^>]*autofocus=""[^>]*id="params-levels-field"|<input[^>]*id="params-levels-field"[^>]*autofocus/i,
  )
  const made = (await listBots(site.appDb, owner.id)).filter(({ row }) => row.userId === owner.id)
  expect(made).toEqual([])
  expect((await sendForm('/app/bots/new', {}, owner)).status).toBe(422)
})

test('a bot can be started at once, if its owner may and its asset has a price', async () => {
  const owner = await member()
  const query = new URLSearchParams({
    strategy: 'rsi',
    'params.length': '9',
    capital: '250',
    tf: '5',
    name: 'From a backtest',
  })
  const form = fieldsOf(await site.as(owner).read(`/en/app/bots/new?${query}`))
  expect(form).toMatchObject({ 'params.length': '9', 'params.buyBelow': '30', capital: '250', tf: '5' })
  const started = await sendForm('/en/app/bots/new', { ...form, start: 'yes' }, owner)
  expect(started.flash).toBe('botForm.flashStarted')
  const id = started.location?.split('/').at(-1) ?? ''
  expect((await findBot(site.appDb, id, owner.id))?.row).toMatchObject({
    state: 'running',
    name: 'From a backtest',
    tf: 5,
  })
  const priceless = await sendForm('/en/app/bots/new', { ...form, asset: 'ETHUSDT', start: 'yes' }, owner)
  expect(priceless.flash).toBe('botForm.flashPriceless')

  const sendAgain = (formKey: string) => sendForm('/en/app/bots/new', { ...form, formKey, start: 'yes' }, owner)
  for (let running = 1; running < 10; running++) await sendAgain(`key-${running}`)
  expect((await sendAgain('key-10')).flash).toBe('botForm.flashRefused')
  const found = await findBot(site.appDb, id, owner.id)
  if (!found) throw new Error('It is gone')
  const another = {
    userId: owner.id,
    name: 'One more',
    asset: 'BTCUSDT',
    tf: 5 as const,
    capital: wholeMoney(found.row.capital),
  }
  for (let all = 12; all < 50; all++) {
    await createBot({ db: site.appDb, now: () => now }, { ...another, plan: found.plan })
  }
  const refused = await sendForm('/en/app/bots/new', form, owner)
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('You already have 50 bots')
  expect(fieldsOf(refused.html)).toMatchObject({ 'params.length': '9', name: 'From a backtest' })
  expect((await sendForm(`/en/app/bots/${id}/copy`, {}, owner)).status).toBe(409)
})

test('errors are shown during input, and the preview is loaded once there are none', async () => {
  const owner = await member()
  const form = fieldsOf(
    await site.as(owner).read('/en/app/bots/new?strategy=ma-cross&tf=1&params.fast=3&params.slow=8'),
  )
  const address = (more: Record<string, string>) => `/en/app/bots/new?${new URLSearchParams({ ...form, ...more })}`
  const wrong = await site.as(owner).part(address({ 'params.slow': '2' }))
  expect(wrong.html).not.toContain('<h1')
  expect(wrong.html).toMatch(/id="params-slow-error" hx-swap-oob="true">.*Must be greater than “Fast average”\./)
  expect(wrong.html).toMatch(/id="params-fast-error" hx-swap-oob="true"><\/p>/)
  expect(wrong.html).toContain('Check 1 field.')
  expect(wrong.html).toContain('Fix the highlighted fields')

  const right = await site.as(owner).part(address({}))
  const [, preview = ''] = /id="bot-check"[^>]*hx-get="([^"]+)"/.exec(right.html) ?? []
  expect(right.html).not.toContain('field-error" id="params-slow-error" hx-swap-oob="true"><svg')
  const shown = await site.as(owner).part(preview.replaceAll('&amp;', '&'))
  expect(shown.html.slice(0, 21)).toBe('<div id="bot-preview"')
  expect(Number(/<dt>Trades<\/dt><dd>(\d+)<\/dd>/.exec(shown.html)?.[1])).toBeGreaterThan(9)
  const grid = fieldsOf(await site.as(owner).read('/en/app/bots/new?strategy=grid'))
  const priced = await site.as(owner).part(`/en/app/bots/new?${new URLSearchParams(grid)}`)
  expect(priced.html).toContain('id="params-lower-hint" hx-swap-oob="true">Bottom of the grid.')
  expect(priced.html).toContain('Currently 90.00.')
  // Without a script, the preview is in the page. The market has candles of fifteen hours.
  const page = await site.as(owner).get(address({ preview: 'yes', days: '7' }))
  expect(page.html).toContain('Bot equity over 1 day:')
  expect(page.html).toContain('<noscript><button')
  expect((await site.as(owner).part(address({ preview: 'yes', asset: 'ETHUSDT' }))).html).toContain(
    'No candles for that period',
  )
})

test('all of a draft can be changed; a running bot gets a new revision of its plan', async () => {
  const owner = await member()
  const id = await make(owner, { name: 'Mine' })
  const draft = fieldsOf(await site.as(owner).read(`/en/app/bots/${id}/edit`))
  expect(draft).toMatchObject({
    name: 'Mine',
    asset: 'BTCUSDT',
    tf: '60',
    capital: '1000',
    'params.fast': '20',
    revision: '1',
  })
  const changes = { ...draft, asset: 'ETHUSDT', tf: '15', capital: '2,500', 'params.fast': '7' }
  expect((await sendForm(`/en/app/bots/${id}/edit`, changes, owner)).flash).toBe('botForm.flashSaved')
  const now = await findBot(site.appDb, id, owner.id)
  expect(now?.row).toMatchObject({
    asset: 'ETHUSDT',
    tf: 15,
    capital: 2500 * 1e8,
    equity: 2500 * 1e8,
    revision: 2,
    playedRevision: 2,
  })
  expect(now?.plan).toMatchObject({ params: { fast: 7, slow: 50 }, risk: { cooldownMinutes: 45 } })
  // A form that was opened earlier does not overwrite a newer revision.
  const late = await sendForm(`/en/app/bots/${id}/edit`, { ...draft, 'params.fast': '9' }, owner)
  expect(late.status).toBe(409)
  expect(late.html).toContain('was changed or stopped while')
  const again = fieldsOf(late.html)
  expect(again).toMatchObject({ 'params.fast': '9', revision: '2' })
  expect((await sendForm(`/en/app/bots/${id}/edit`, { ...again, asset: 'BTCUSDT', start: 'yes' }, owner)).flash).toBe(
    'botForm.flashStarted',
  )

  const live = await site.as(owner).get(`/app/bots/${id}/edit`)
  expect(live.html).toContain('Изменения станут новой версией')
  expect(live.html).not.toContain('name="asset"')
  const sent = { ...fieldsOf(live.html), asset: 'ETHUSDT', tf: '1', capital: '9', 'params.slow': '30', name: 'Живой' }
  expect((await sendForm(`/app/bots/${id}/edit`, sent, owner)).status).toBe(303)
  expect((await findBot(site.appDb, id, owner.id))?.row).toMatchObject({
    ...{
      name: 'Живой',
      asset: 'BTCUSDT',
      tf: 60,
      capital: 1000 * 1e8,
      state: 'running',
      revision: 4,
      playedRevision: 3,
    },
  })
  const revisions = await listRevisions(site.appDb, id)
  expect(revisions.map(({ plan }) => JSON.parse(plan).params)).toEqual([
    { fast: 20, slow: 50 },
    { fast: 7, slow: 50 },
    { fast: 9, slow: 50 },
    { fast: 9, slow: 30 },
  ])
  // Submitting the form again cannot help at 200 revisions, so the message is not the one of a concurrent change.
  const copyNewest = 'insert into bot_revisions select bot_id, 200, plan, 0, null from bot_revisions'
  await site.appDb.writeRaw([
    { sql: `${copyNewest} where bot_id = ? and revision = 4`, args: [id] },
    { sql: 'update bots set revision = 200 where id = ?', args: [id] },
  ])
  const full = await sendForm(`/app/bots/${id}/edit`, { ...sent, revision: '200' }, owner)
  expect(full.status).toBe(409)
  expect(full.html).toContain('уже 200 версий настроек')
})

test('own and public bots can be copied to a draft of one’s own', async () => {
  const owner = await member()
  const id = await make(owner, { name: 'Mine', 'risk.takeProfit': '7' })
  await site.appDb.writeRaw([{ sql: "update bots set state = 'halted' where id = ?", args: [id] }])
  const ended = await site.as(owner).get(`/en/app/bots/${id}/edit`)
  expect(ended.status).toBe(200)
  expect(ended.html).toContain('has ended and cannot be changed')
  expect((await sendForm(`/en/app/bots/${id}/edit`, { revision: '1' }, owner)).status).toBe(409)
  const inRussian = await sendForm(`/app/bots/${id}/copy`, {}, owner)
  expect(fieldsOf(await site.as(owner).read(inRussian.location ?? '')).name).toBe('Mine — копия')
  const copied = await sendForm(`/en/app/bots/${id}/copy`, {}, owner)
  expect([copied.status, copied.flash]).toEqual([303, 'botForm.flashCopied'])
  const shown = await site.as({ ...owner, cookie: `${owner.cookie}; ${copied.flashCookie}` }).get(copied.location ?? '')
  expect(shown.html.includes('This is a copy. Change what you need and start it.')).toBe(true)
  const copy = fieldsOf(shown.html)
  expect(copy).toMatchObject({ name: 'Mine (copy)', 'risk.takeProfit': '7', revision: '1' })

  const other = await member()
  for (const path of ['edit', 'copy']) {
    expect((await sendForm(`/en/app/bots/${id}/${path}`, copy, other)).status).toBe(404)
  }
  expect((await site.as(other).get(`/en/app/bots/${id}/edit`)).status).toBe(404)
  await site.appDb.writeRaw([{ sql: 'update bots set user_id = null where id = ?', args: [id] }])
  expect((await site.as(owner).get(`/en/app/bots/${id}/edit`)).status).toBe(404)
  expect((await sendForm(`/en/app/bots/${id}/edit`, copy, owner)).status).toBe(404)
  expect((await sendForm(`/en/app/bots/${id}/copy`, {}, other)).status).toBe(303)
  expect((await listBots(site.appDb, other.id)).map(({ row }) => [row.userId, row.state])).toEqual([
    [other.id, 'draft'],
    [null, 'halted'],
  ])
})
