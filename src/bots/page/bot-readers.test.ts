import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { openTradedBots } from '../../../tests/traded-bots.ts'
import { partial } from '../../../tests/visitor.ts'
import { href, paths } from '../../paths.ts'
import { findBot } from '../owner/owner-queries.ts'

setDefaultTimeout(60_000)

const { site, owner, stranger, get, post, pass, draft, textOf, sendCommand, stateOf, pageOf, close } =
  await openTradedBots()
afterAll(close)

test('others cannot see or change a bot of its owner', async () => {
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

test('the name and settings of a demo bot are in the reader’s language', async () => {
  const params = { lower: 90, upper: 110, levels: 5, spacing: 'geometric', trailing: true }
  const page = pageOf(await draft(null, { strategy: 'grid', params }, 'grid'))
  const html = await (await get(page)).text()
  expect(html).toContain('<title>Сетка на эфире')
  const text = await textOf(page)
  expect(text).toContain('Сетка на эфире')
  expect(text).toContain('равное в процентах')
  expect(text).toContain('Поднимать сетку за ценой да')
})

test('everybody sees a demo bot, but nobody can change it', async () => {
  const id = await draft(null)
  for (const who of [undefined, stranger]) {
    const html = await (await get(pageOf(id), who)).text()
    expect(html.includes('Crossing bot') && !html.includes(href(paths.botAct, { id }))).toBe(true)
    // Only members can copy the bot, because only they may have bots.
    expect(html.includes(href(paths.botCopy, { id }))).toBe(who !== undefined)
  }
  expect((await get(href(paths.botTrades, { id }))).status).toBe(200)
  expect((await sendCommand(id, 'start')).status).toBe(404)
})

test('a share link shows a bot read-only and without ids; a revoked link is a 404', async () => {
  const id = await draft()
  await sendCommand(id, 'start')
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
  expect((await get(link)).headers.get('referrer-policy')).toBe('strict-origin')
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
  const region = await (await get(link, undefined, partial)).text()
  expect(region.startsWith('<div id="bot-region"') && !region.includes(id)).toBe(true)
  await share('make')
  expect((await get(link)).status).toBe(404)
  const second = (await linkOf()) ?? ''
  expect((await get(second)).status).toBe(200)
  await share('revoke')
  expect((await get(second)).status).toBe(404)
})
