import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { endedHolder } from '../../../tests/ended-holder.ts'
import {
  addBot,
  addCommand,
  begin,
  cross,
  openBotsDb,
  openPlace,
  openTimeAt,
  priceAt,
  replayed,
  rowOf,
  traded,
} from '../../../tests/running-bots.ts'
import type { Db } from '../../db/client.ts'
import { UnwritableError } from '../../db/unwritable.ts'
import { newLeaseOwner } from '../../jobs/lease-owner.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { wholeMoney } from '../engine/money.ts'
import type { BotCommand } from '../engine/run-state.ts'
import type { Plan } from '../plan.ts'

setDefaultTimeout(60_000)

let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openBotsDb())
})
afterAll(() => close())

test('a bot trades as its replay does, minute by minute or all at once', async () => {
  const place = openPlace(db, 'ONE')
  const id = await addBot(db, 'ONE', cross)
  const bots = place.start()
  await bots.claim()
  for (const count of [1, 2, 3, 50, 51, 300]) {
    place.settle(count)
    await bots.idle()
    expect(await traded(db, id)).toEqual(replayed(cross, count))
  }
  expect(replayed(cross, 300).length).toBeGreaterThan(20)
  expect((await rowOf(db, id))?.cursor).toBe(openTimeAt(299))
  await bots.close()
})

test('a bot of a stale asset waits, then trades the missed minutes as its replay does', async () => {
  const place = openPlace(db, 'STALE')
  const id = await addBot(db, 'STALE', cross)
  const bots = place.start()
  await bots.claim()
  place.settle(100)
  await bots.idle()
  place.setStale(true)
  place.settle(200)
  await bots.idle()
  expect((await rowOf(db, id))?.cursor).toBe(openTimeAt(99))
  place.setStale(false)
  await bots.claim()
  await bots.idle()
  expect(await traded(db, id)).toEqual(replayed(cross, 200))
  await bots.close()
})

test('of two processes one runs the bot, and the other takes over when the first one dies', async () => {
  const place = openPlace(db, 'TWO')
  const id = await addBot(db, 'TWO', cross)
  const [first, second] = [place.start(), place.start()]
  await Promise.all([first.claim(), second.claim()])
  place.settle(100)
  await Promise.all([first.idle(), second.idle()])
  expect(await traded(db, id)).toEqual(replayed(cross, 100))
  // Neither process renews its lease for half a minute; then both try to claim the bot.
  place.wait(31_000)
  await Promise.all([second.claim(), first.claim()])
  place.settle(200)
  await Promise.all([first.idle(), second.idle()])
  place.settle(300)
  await Promise.all([first.idle(), second.idle()])
  expect(await traded(db, id)).toEqual(replayed(cross, 300))
  await Promise.all([first.close(), second.close()])
})

test('a killed process loses its bots at once, a living one keeps its lease', async () => {
  const place = openPlace(db, 'KILLED')
  const held = (holder: string) => addBot(db, 'KILLED', cross, { holder, held_until: begin + 3_600_000 })
  const [killed, living] = [await held(endedHolder()), await held(newLeaseOwner())]
  const bots = place.start()
  await bots.claim()
  place.settle(50)
  await bots.idle()
  expect(await traded(db, killed)).toEqual(replayed(cross, 50))
  expect(await traded(db, living)).toEqual([])
  await bots.close()
})

test('closing succeeds when the database is unwritable; the leases expire instead', async () => {
  const place = openPlace(db, 'END')
  const unwritable = { ...db, write: () => Promise.reject(new UnwritableError('app.db', 'unreachable', undefined)) }
  await expect(place.start(unwritable).close()).resolves.toBeUndefined()
})

test('a paused bot only sells; a resumed bot buys again', async () => {
  const place = openPlace(db, 'PAUSED')
  const id = await addBot(db, 'PAUSED', cross)
  const bots = place.start()
  await bots.claim()
  place.settle(100)
  await bots.idle()
  await addCommand(db, id, { do: 'pause' })
  await bots.claim()
  await bots.idle()
  expect(await rowOf(db, id)).toMatchObject({ state: 'paused', reason: 'person' })
  place.settle(200)
  await bots.idle()
  const while100to200 = (await traded(db, id)).filter(({ time }) => Number(time) >= openTimeAt(100))
  expect(while100to200.map(({ side }) => side).filter((side) => side === 'buy')).toEqual([])
  await addCommand(db, id, { do: 'resume' })
  await bots.claim()
  place.settle(400)
  await bots.idle()
  expect(await rowOf(db, id)).toMatchObject({ state: 'running', reason: null })
  expect((await traded(db, id)).some(({ time, side }) => Number(time) > openTimeAt(200) && side === 'buy')).toBe(true)
  await bots.close()
})

test('an order never fills in a minute that had begun when it was given, even a missing one', async () => {
  const place = openPlace(db, 'ORDERED')
  const id = await addBot(db, 'ORDERED', { ...cross, strategy: 'manual', params: {} })
  const bots = place.start()
  await bots.claim()
  place.settle(10)
  await bots.idle()
  const buy = (spend: number, after: number): BotCommand => ({
    do: 'order',
    intents: [{ act: 'buy', spend: wholeMoney(spend * 1e8), reason: 'person' }],
    after: openTimeAt(after),
  })
  await addCommand(db, id, buy(1000, 10))
  await addCommand(db, id, buy(500, 11.5))
  await bots.claim()
  place.settle(11)
  await bots.idle()
  expect(await traded(db, id)).toEqual([])
  place.settle(13)
  await bots.idle()
  expect((await traded(db, id)).map(({ time, price }) => [time, price])).toEqual([
    [openTimeAt(11), priceAt(10)],
    [openTimeAt(12), priceAt(11)],
  ])
  const { rows } = await db.client.execute({ sql: 'select taken_after from bot_acts where bot_id = ?', args: [id] })
  expect(rows.map(({ taken_after }) => taken_after)).toEqual([openTimeAt(10), openTimeAt(11)])
  await bots.close()
})

test('a bot stopped by its owner does nothing more, even with minutes pending', async () => {
  const place = openPlace(db, 'STOPPED')
  const id = await addBot(db, 'STOPPED', cross)
  const bots = place.start()
  await bots.claim()
  place.settle(100)
  await bots.idle()
  await db.client.execute({ sql: "update bots set state = 'stopped', holder = null where id = ?", args: [id] })
  place.settle(300)
  await bots.idle()
  expect(await traded(db, id)).toEqual(replayed(cross, 100))
  expect(await rowOf(db, id)).toMatchObject({ state: 'stopped', cursor: openTimeAt(99) })
  await bots.close()
})

test('a deep drawdown halts a bot, once all is sold', async () => {
  const plan = { ...cross, risk: { maxDrawdown: 10_000 } }
  const place = openPlace(db, 'HALTED')
  const id = await addBot(db, 'HALTED', plan)
  const bots = place.start()
  await bots.claim()
  place.settle(400)
  await bots.idle()
  expect(await rowOf(db, id)).toMatchObject({ state: 'halted', reason: 'drawdown' })
  const trades = await traded(db, id)
  expect(trades).toEqual(replayed(plan, 400))
  expect(trades.at(-1)?.side).toBe('sell')
  // A minute may have several log entries, each with its own number.
  const { rows } = await db.client.execute({
    sql: 'select count(*) as entries, max(part) + 1 as places from bot_log where bot_id = ? group by time',
    args: [id],
  })
  expect(Math.max(...rows.map(({ entries }) => Number(entries)))).toBeGreaterThan(1)
  expect(rows.map(({ places }) => places)).toEqual(rows.map(({ entries }) => entries))
  await bots.close()
})

test.each([
  ['other prices', { source: 'binance' }, 'halted', 'source-changed'],
  ['other digits', { price_digits: 3 }, 'halted', 'source-changed'],
])('a bot halts when its source has %s', async (name, more, state, reason) => {
  const place = openPlace(db, name)
  const id = await addBot(db, name, cross, more)
  const bots = place.start()
  await bots.claim()
  place.settle(100)
  await bots.idle()
  expect(await rowOf(db, id)).toMatchObject({ state, reason })
  expect(await traded(db, id)).toEqual([])
  await bots.close()
})

test('a bot that throws stops with the error as its reason; the others of its asset continue', async () => {
  const place = openPlace(db, 'ERRING')
  const bad = await addBot(db, 'ERRING', { ...cross, strategy: 'luck' })
  const good = await addBot(db, 'ERRING', cross)
  const bots = place.start()
  await bots.claim()
  place.settle(100)
  await bots.idle()
  expect(await rowOf(db, bad)).toMatchObject({ state: 'error', reason: expect.stringContaining('luck') })
  expect(await traded(db, good)).toEqual(replayed(cross, 100))
  await bots.close()
})

test('another revision takes over once nothing is held', async () => {
  const place = openPlace(db, 'REVISED')
  const id = await addBot(db, 'REVISED', cross)
  const bots = place.start()
  await bots.claim()
  const holding = replayed(cross, 400).find(({ number, side }) => number > 5 && side === 'buy')
  const at = (Number(holding?.time) - begin) / minuteMs + 1
  place.settle(at)
  await bots.idle()
  const slower: Plan = { ...cross, params: { fast: 3, slow: 12 } }
  await db.writeRaw([
    { sql: 'insert into bot_revisions values (?, 2, ?, 0, null)', args: [id, JSON.stringify(slower)] },
    { sql: 'update bots set revision = 2 where id = ?', args: [id] },
  ])
  await bots.claim()
  await bots.idle()
  place.settle(400)
  await bots.idle()
  const trades = await traded(db, id)
  const sold = replayed(cross, 400)[Number(holding?.number)]
  expect(trades.slice(0, Number(holding?.number) + 1)).toEqual(
    replayed(cross, 400).slice(0, Number(holding?.number) + 1),
  )
  expect(trades[Number(holding?.number)]).toEqual(sold)
  const { rows } = await db.client.execute({
    sql: 'select revision, played_after from bot_revisions where bot_id = ?',
    args: [id],
  })
  expect(rows.map(({ revision, played_after }) => [revision, played_after])).toEqual([
    [1, null],
    [2, sold?.time],
  ])
  const laterSlow = replayed(slower, 400)
    .filter(({ time }) => Number(time) > Number(sold?.time))
    .map(({ time }) => time)
  const later = trades.slice(Number(holding?.number) + 1).map(({ time }) => time)
  expect(later.length).toBeGreaterThan(2)
  expect(laterSlow).toEqual(expect.arrayContaining(later))
  await bots.close()
})
