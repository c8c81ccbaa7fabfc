import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDb } from '../src/db/client.ts'
import { askAgain, askOnce } from './balancer.ts'
import { compareDelivered } from './delivered.ts'
import { fewTexts } from './few-texts.ts'
import { type Machine, type Machines, machineNames, openMachines } from './machines.ts'
import { addBroadcast, addSubscribers, countsOf } from './outbox.ts'
import { programOf } from './programs.ts'
import { redisProgram } from './redis-server.ts'
import { addReplayedBots, replayedMinutes, tradesExpected, writeReplay } from './replayed-bots.ts'
import { ownProject } from './server-process.ts'
import { expectAccount, expectBroadcast, expectPages, expectTicks } from './smoke.ts'
import { sqldProgram } from './sqld-server.ts'
import { connectClient } from './ticker-client.ts'
import { until } from './until.ts'
import { sameOrigin, visitorOf } from './visitor.ts'
import { inherited, run } from './workplace.ts'
import { writeFiles } from './write-files.ts'

setDefaultTimeout(600_000)

const json = { ...sameOrigin, 'content-type': 'application/json' }
const password = 'корабль лампа 7'

describe.skipIf(!redisProgram || !sqldProgram)('on several machines', () => {
  let folder: string
  let machines: Machines
  let db: Db
  const open: { close(): unknown }[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kurs-texts-'))
    await writeFiles(join(folder, 'content'), fewTexts)
    const prices = join(folder, 'prices.csv')
    await writeReplay(prices)
    machines = await openMachines({ contentDir: join(folder, 'content'), feed: `replay:${prices}@240` })
    db = await openDb({ url: machines.app.url })
  })
  afterAll(async () => {
    for (const one of open) one.close()
    await db.close()
    const statuses = await machines.close()
    await rm(folder, { recursive: true, force: true })
    expect(statuses).toEqual(statuses.map(() => 0))
  })

  const program = { command: [process.execPath, programOf('src/main.ts')], cwd: ownProject }
  const commandEnv = () => ({ ...inherited(), ...machines.env })
  const on = (machine: Machine) => askOnce(machines.urlOf(machine))
  const isKnown = async (machine: Machine, cookie: string) =>
    (await (await on(machine)('/api/auth/me', { headers: { cookie } })).json()).user !== null
  const signIn = async (machine: Machine, login: string) => {
    const answer = await on(machine)('/api/auth/login', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ login, password }),
    })
    expect(answer.status).toBe(200)
    return answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  }
  const send = (machine: Machine, path: string, cookie: string, fields: Record<string, string>) =>
    visitorOf(on(machine), { cookie }).post(path, fields)

  /** Steps that run in order: each continues with the state left by the previous step, as in operation. */
  const steps: { name: string; work: () => Promise<void> }[] = []
  const step = (name: string, work: () => Promise<void>) => void steps.push({ name, work })

  step('all that Kurs does is done, whichever machine answers', async () => {
    const ask = askOnce(machines.web.url)
    for (const machine of ['web-1', 'web-2'] as const) await expectPages(on(machine))
    await expectAccount(ask, 'smoke')
    for (const machine of ['ticker-1', 'ticker-2'] as const) await expectTicks(machines.urlOf(machine))
    await expectBroadcast(program, commandEnv(), machines.telegram)
  })

  step('what is done on one machine holds on the other: signing in, a change, signing out, a ban', async () => {
    await expectAccount(on('web-1'), 'anna')
    const [one, two] = [await signIn('web-1', 'anna'), await signIn('web-2', 'anna')]
    for (const cookie of [one, two])
      for (const machine of ['web-1', 'web-2'] as const) expect(await isKnown(machine, cookie)).toBe(true)
    const form = { name: 'Anna II', locale: 'en', hasAccent: 'no', accent: '' }
    expect((await send('web-1', '/en/account', one, form)).status).toBe(303)
    const account = async () => (await on('web-2')('/en/account', { headers: { cookie: two } })).text()
    await until(async () => (await account()).includes('value="Anna II"'))
    const signedOut = await on('web-1')('/api/auth/logout', { method: 'POST', headers: { ...json, cookie: one } })
    expect(signedOut.ok).toBe(true)
    await until(async () => !(await isKnown('web-2', one)))
    expect(await isKnown('web-2', two)).toBe(true)
    const banned = await run(['user', 'ban', '--login', 'anna', '--reason', 'spam'], commandEnv())
    expect([banned.status, banned.stderr]).toEqual([0, ''])
    for (const machine of ['web-1', 'web-2'] as const) await until(async () => !(await isKnown(machine, two)))
  })

  step(
    'one of each kind is killed and started again: all is done meanwhile, nothing is lost and nothing is told twice',
    async () => {
      const told = machines.telegram.delivered.length
      await addSubscribers(db, 150, 1000)
      await addReplayedBots(db)
      const cookie = await expectAccount(on('web-1'), 'boris')
      const id = await addBroadcast(db)
      await until(() => machines.telegram.delivered.length > told + 10)
      let unknown = 0
      // Kills the feed, the sender and one of each pair of equal machines
      for (const machine of ['feed', 'sender', 'ticker-1', 'web-1'] as const) {
        const ask = askAgain(machines.web.url)
        const pages = Promise.all([expectPages(ask), expectAccount(ask, `during-${machine}`, [201, 409])])
        const ticks = expectTicks(machines.ticker.url)
        await machines.of(machine).kill()
        const { rows } = await db.client.execute("select count(*) as n from deliveries where state = 'sending'")
        if (machine === 'sender') unknown = Number(rows[0]?.n)
        await pages
        // Waits for ticks, except after the kill of the feed: without its process no new prices arrive.
        if (machine !== 'feed') await ticks
        await machines.start(machine)
        await ticks
        for (const web of ['web-1', 'web-2'] as const) expect(await isKnown(web, cookie)).toBe(true)
      }
      // Expires the leases of the killed process, so that the test need not wait.
      await db.client.execute('update bots set held_until = 0')
      await until(() => machines.telegram.delivered.length + unknown >= told + 150)
      await until(async () => (await countsOf(db, id)).state === 'finished')
      const telegram = { ...machines.telegram, delivered: machines.telegram.delivered.slice(told) }
      await compareDelivered(db, telegram, { id })
      expect((await countsOf(db, id)).unknown).toBeLessThanOrEqual(unknown)
    },
  )

  step('prices that machines were killed over are all there, and bots have traded on each of them once', async () => {
    // Replays the rest of the price file, at a higher speed
    expect(await machines.of('feed').stop()).toBe(0)
    await machines.start('feed', { FEED: `replay:${join(folder, 'prices.csv')}@60000` })
    const last = replayedMinutes.at(-1)?.openTime
    const cursor = async () => Number((await db.readOne('select min(cursor) as at from bots')())?.at)
    await until(async () => (await cursor()) === last)
    for (const machine of ['web-1', 'web-2'] as const) {
      const candles = await (await on(machine)('/api/market/candles?asset=BTCUSDT&tf=1&limit=1000')).json()
      expect(candles.map(([openTime]: number[]) => openTime)).toEqual(
        replayedMinutes.slice(-1000).map(({ openTime }) => openTime),
      )
    }
    const { rows } = await db.client.execute('select bot_id, id, time, side, price from bot_trades order by bot_id, id')
    expect<unknown>(rows.map((row) => Object.values(row))).toEqual(tradesExpected())
  })

  step('while Redis is away pages, accounts and broadcasts go on; when it is back prices do too', async () => {
    const ask = askOnce(machines.web.url)
    const client = await connectClient(machines.urlOf('ticker-1'), open)
    client.subscribe('BTCUSDT', 1)
    await machines.redis.kill()
    await until(() => client.feed.length > 0)
    await expectPages(ask)
    await expectAccount(ask, 'without-redis')
    await machines.redis.start()
    const isFollowed = async () => (await (await on('ticker-1')('/readyz')).json()).feed === 'the recording has ended'
    await until(isFollowed)
  })

  step(
    'while the servers of databases are away pages stay and changes are refused; each process ends in order',
    async () => {
      const cookie = await signIn('web-1', 'boris')
      const webs = ['web-1', 'web-2'] as const
      for (const machine of webs) {
        await expectPages(on(machine))
        expect(await isKnown(machine, cookie)).toBe(true)
      }
      // A message is in flight when the database servers stop.
      const told = machines.telegram.delivered.length
      const id = await addBroadcast(db, { audience: { chats: Array.from({ length: 40 }, (_, n) => 1000 + n) } })
      await until(() => machines.telegram.delivered.length > told)
      await Promise.all([machines.app.kill(), machines.market.kill()])
      const form = { name: 'Boris II', locale: 'en', hasAccent: 'no', accent: '' }
      for (const machine of webs) {
        for (const path of ['/docs', '/en/blog']) expect([path, (await on(machine)(path)).status]).toEqual([path, 200])
        const refused = await send(machine, '/en/account', cookie, form)
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
        expect(refused.html).toContain('Nothing can be saved right now')
      }
      const ends = await Promise.all(machineNames.map((machine) => machines.of(machine).stop()))
      expect(ends).toEqual(machineNames.map(() => 0))
      for (const machine of machineNames) {
        const lines = machines.of(machine).logged().trim().split('\n')
        // Log lines must all be JSON: the driver of a replica would otherwise write lines of its own.
        expect(lines.filter((line) => !line.startsWith('{"time":'))).toEqual([])
        expect(lines.map((line) => JSON.parse(line).message)).toContain('stopped')
      }

      await Promise.all([machines.app.start(), machines.market.start()])
      await Promise.all([machines.start('web-2'), machines.start('sender')])
      expect((await send('web-2', '/en/account', cookie, form)).status).toBe(303)
      await until(async () => (await countsOf(db, id)).state === 'finished')
      await compareDelivered(db, { ...machines.telegram, delivered: machines.telegram.delivered.slice(told) }, { id })
    },
  )

  test('six processes survive changes, kills and outages', async () => {
    for (const { name, work } of steps) {
      await work().catch((cause: unknown) => {
        throw new Error(`At the step “${name}”`, { cause })
      })
    }
  })
})
