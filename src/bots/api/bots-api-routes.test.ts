import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { addPlayedBot } from '../../../tests/played-bots.ts'
import { type SignedIn, signIn } from '../../../tests/signed-in.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { tokenOf } from '../../../tests/token.ts'
import type { Scope } from '../../auth/scopes.ts'

setDefaultTimeout(60_000)

const now = Date.UTC(2026, 5, 10, 12)
let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ now: () => now })
})
afterAll(() => site.close())

const somebody = () => signIn(site.appDb, { now })

async function programOf(person: SignedIn, ...scopes: Scope[]) {
  const headers = { authorization: `Bearer ${await tokenOf(site, person, { scopes, now })}` }
  return {
    get: (path: string) => site.app.request(path, { headers }),
    act: (id: string, act: string) =>
      site.app.request(`/api/bots/${id}/acts`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ act }),
      }),
  }
}

test('an API client can read the bots of its owner, and no others', async () => {
  const [person, other] = [await somebody(), await somebody()]
  const program = await programOf(person, 'bots:read')
  const id = await addPlayedBot(site.appDb, { userId: person.id, name: 'Mine', equities: [990, 1010.5], now })
  const foreign = await addPlayedBot(site.appDb, { userId: other.id, name: 'Theirs', now })
  const shown = await addPlayedBot(site.appDb, { userId: null, name: 'For everybody', now })
  const { bots } = await (await program.get('/api/bots')).json()
  expect(bots.map((bot: { name: string }) => bot.name)).toEqual(['Mine'])
  const bot = await (await program.get(`/api/bots/${id}`)).json()
  expect(bot).toMatchObject({ id, asset: 'BTCUSDT', strategy: 'rsi', state: 'running', capital: '1000.00000000' })
  expect(bot.equity).toBe('1010.50000000')
  for (const address of [foreign, shown, 'none']) {
    expect((await program.get(`/api/bots/${address}`)).status).toBe(404)
    expect((await program.get(`/api/bots/${address}/trades`)).status).toBe(404)
  }
})

test('trades are paged from the newest on, as exact decimals', async () => {
  const person = await somebody()
  const program = await programOf(person, 'bots:read')
  const id = await addPlayedBot(site.appDb, { userId: person.id, name: 'Trader', now })
  await site.appDb.client.execute({
    sql: `insert into bot_trades (bot_id, id, time, side, price, quantity, fee, profit, reason, is_caught_up)
      select ?, value, ?, 'buy', 10050, 200, 1000, -5, 'enter', 0 from json_each('[1,2,3]')`,
    args: [id, now],
  })
  const read = async (query: string) => (await (await program.get(`/api/bots/${id}/trades?${query}`)).json()).trades
  const [newest, next] = await read('limit=2')
  expect(newest).toMatchObject({ id: 3, price: '100.50', fee: '0.00001000', profit: '-0.00000005' })
  expect(await read(`limit=2&before=${next.id}`)).toMatchObject([{ id: 1 }])
  const wrong = await program.get(`/api/bots/${id}/trades?limit=1001`)
  expect(wrong.status).toBe(400)
  expect((await wrong.json()).detail).toBe('limit: expected a number from 1 to 1000')
})

test('an API client can command bots with the scope for it, if their state allows it', async () => {
  const person = await somebody()
  const [reader, writer] = [await programOf(person, 'bots:read'), await programOf(person, 'bots:write')]
  const id = await addPlayedBot(site.appDb, { userId: person.id, name: 'Told', now })
  expect((await reader.act(id, 'pause')).status).toBe(403)
  expect((await writer.get('/api/bots')).status).toBe(403)
  const paused = await writer.act(id, 'pause')
  expect(paused.status).toBe(202)
  expect(await paused.json()).toEqual({ status: 'told' })
  expect((await writer.act(id, 'sell')).status).toBe(400)
  expect((await writer.act(id, 'start')).status).toBe(409)
  const draft = await addPlayedBot(site.appDb, { userId: person.id, name: 'Draft', state: 'draft', now })
  const unpaused = await writer.act(draft, 'pause')
  expect([unpaused.status, unpaused.headers.get('content-type')]).toEqual([409, 'application/problem+json'])
  const foreign = await addPlayedBot(site.appDb, { userId: (await somebody()).id, name: 'Theirs', now })
  expect((await writer.act(foreign, 'stop')).status).toBe(404)
})
