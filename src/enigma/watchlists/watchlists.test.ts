import { expect, test } from 'bun:test'
import { assetsIn, openEnigmaSite } from '../../../tests/enigma-site.ts'
import { signIn } from '../../../tests/signed-in.ts'
import { now } from '../../../tests/three-days.ts'

const { site } = openEnigmaSite()

async function member() {
  const person = await signIn(site().appDb, { now })
  const visitor = site().as(person)
  const create = async (name: string, fields: Record<string, string> = {}) =>
    visitor.post('/en/app/watchlists', { name, ...fields })
  const act = (id: string, path: string, fields: Record<string, string>) =>
    visitor.post(`/en/app/watchlists/${id}${path}`, fields)
  const idsIn = async () =>
    [...(await visitor.read('/en/app/watchlists')).matchAll(/\?list=([0-9a-f-]{36})/g)].map(([, id = '']) => id)
  const orderOf = async (id: string) => {
    const html = await visitor.read(`/en/app/watchlists/${id}`)
    return [...html.matchAll(/data-asset="([A-Z]+)"/g)].map(([, asset]) => asset)
  }
  return { person, visitor, create, act, idsIn, orderOf }
}

const idIn = (location: string | undefined | null) => location?.split('/').at(-1) ?? ''

test('a list is made, filled, put in order and shown by Enigma in its order', async () => {
  const { visitor, create, act, orderOf } = await member()
  const id = idIn((await create('  My   majors ')).location)
  for (const asset of ['ethusdt', 'BTCUSDT', 'LTCUSDT', 'BTCUSDT']) await act(id, '/assets', { act: 'add', asset })
  expect(await orderOf(id)).toEqual(['ETHUSDT', 'BTCUSDT', 'LTCUSDT'])
  const { location } = await act(id, '/order', { asset: 'LTCUSDT', by: 'up' })
  expect(location).toBe(`/en/app/watchlists/${id}?moved=LTCUSDT&by=up`)
  expect(await visitor.read(location ?? '')).toMatch(
    /autofocus=""[^>]*aria-label="Move LTCUSDT up"|aria-label="Move LTCUSDT up"[^>]*autofocus/,
  )
  expect(await orderOf(id)).toEqual(['ETHUSDT', 'LTCUSDT', 'BTCUSDT'])
  // An order from a page that did not know an asset loses no asset, and an unknown name adds none.
  await act(id, '/order', { order: 'BTCUSDT,DOGEUSDT,ETHUSDT' })
  expect(await orderOf(id)).toEqual(['BTCUSDT', 'ETHUSDT', 'LTCUSDT'])
  await act(id, '/assets', { act: 'remove', asset: 'ETHUSDT' })
  await act(id, '/order', { asset: 'LTCUSDT', by: 'up' })
  const shown = await visitor.read(`/en/app/enigma?list=${id}`)
  expect(assetsIn(shown)).toEqual(['LTCUSDT', 'BTCUSDT'])
  expect(shown).toContain('2 assets')
  expect(shown).toContain('My majors')
  expect(assetsIn(await visitor.read(`/en/app/enigma?list=${id}&sort=-price`))).toEqual(['BTCUSDT', 'LTCUSDT'])
  expect((await visitor.read(`/en/app/enigma.csv?list=${id}`)).split('\r\n').map((line) => line.split(',')[0])).toEqual(
    ['asset', 'LTCUSDT', 'BTCUSDT', ''],
  )
})

test('an asset is put into lists from its own page, and into a new one at once', async () => {
  const { visitor, create, act, orderOf, idsIn } = await member()
  await create('First', { asset: 'BTCUSDT' })
  const [id = ''] = await idsIn()
  expect(await orderOf(id)).toEqual(['BTCUSDT'])
  const page = await visitor.read('/en/app/watchlists?asset=BTCUSDT')
  expect(page).toContain('Watchlists with BTC/USDT')
  expect(page).toContain('aria-label="Remove BTCUSDT from list “First”"')
  const back = '/app/watchlists?asset=BTCUSDT'
  expect((await act(id, '/assets', { act: 'remove', asset: 'BTCUSDT', back })).location).toBe(`/en${back}`)
  expect(await orderOf(id)).toEqual([])
  for (const path of ['/en/app/enigma', '/en/app/enigma/BTCUSDT']) {
    expect(await visitor.read(path)).toContain('href="/en/app/watchlists?asset=BTCUSDT"')
  }
})

test('a deleted list comes back by its undo, as it was', async () => {
  const { person, visitor, create, act, orderOf, idsIn } = await member()
  const id = idIn((await create('Gone')).location)
  for (const asset of ['LTCUSDT', 'BTCUSDT']) await act(id, '/assets', { act: 'add', asset })
  const { headers } = await act(id, '/removal', {})
  expect(await idsIn()).toEqual([])
  // An address of a deleted list shows all assets.
  expect(assetsIn(await visitor.read(`/en/app/enigma?list=${id}`))).toContain('ETHUSDT')
  const html = await visitor.read('/en/app/watchlists', { cookie: `${person.cookie}; ${headers.get('set-cookie')}` })
  expect(html).toContain('List deleted: Gone.')
  const [, undo = ''] = /name="undo" value="([^"]+)"/.exec(html) ?? []
  await visitor.post('/en/app/watchlists/undo', { undo })
  expect(await orderOf(id)).toEqual(['LTCUSDT', 'BTCUSDT'])
})

test('lists and assets have limits, names are unique, and foreign lists do not exist', async () => {
  const { create, act, idsIn, orderOf } = await member()
  const stranger = await member()
  const id = idIn((await create('A')).location)
  for (const [name, problem] of [
    ['A', 'You already have a list with this name.'],
    [' ', 'Enter a name.'],
    ['x'.repeat(61), 'Use 60 characters or fewer.'],
  ] as const) {
    const { status, html } = await create(name)
    expect([status, html.includes(problem)]).toEqual([422, true])
  }
  const { html } = await create('<img src=x>')
  expect(html).not.toContain('<img src=x>')
  for (let n = 2; n < 25; n++) await create(`List ${n}`)
  expect(await idsIn()).toHaveLength(20)
  expect((await create('Last')).html).toContain('You can have up to 20 lists.')
  for (const [path, fields] of [
    ['', { name: 'Mine' }],
    ['/assets', { act: 'add', asset: 'BTCUSDT' }],
    ['/order', { order: 'BTCUSDT' }],
  ] as const) {
    expect((await stranger.act(id, path, fields)).status).toBe(404)
  }
  await stranger.act(id, '/removal', {})
  expect((await stranger.visitor.get(`/en/app/watchlists/${id}`)).status).toBe(404)
  await act(id, '/assets', { act: 'add', asset: 'NOPE' })
  expect(await orderOf(id)).toEqual([])
  const many = JSON.stringify(Array.from({ length: 50 }, (_, n) => `A${n}`))
  await site().appDb.client.execute({ sql: 'update watchlists set assets = ? where id = ?', args: [many, id] })
  await act(id, '/assets', { act: 'add', asset: 'BTCUSDT' })
  expect(await orderOf(id)).not.toContain('BTCUSDT')
})

test('a form sent twice makes one list, and a deleted account takes its lists along', async () => {
  const { person, create, idsIn } = await member()
  const formKey = crypto.randomUUID()
  const [one, two] = [await create('Twice', { formKey }), await create('Twice', { formKey })]
  expect(two.location).toBe(one.location)
  expect(await idsIn()).toHaveLength(1)
  await site().appDb.client.execute({ sql: 'delete from users where id = ?', args: [person.id] })
  const { rows } = await site().appDb.client.execute({
    sql: 'select count(*) as n from watchlists where user_id = ?',
    args: [person.id],
  })
  expect(Number(rows[0]?.n)).toBe(0)
})
