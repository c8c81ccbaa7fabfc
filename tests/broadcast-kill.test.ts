import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '../src/db/client.ts'
import { startTelegram, type Telegram } from './doubles/telegram.ts'
import { addBroadcast, addSubscribers, countsOf, openOutbox, statesOf } from './outbox.ts'
import { runsOf } from './property-runs.ts'
import { until } from './until.ts'

/* Senders that are killed at any moment: nobody gets a message twice, nobody is lost. What was delivered is the truth. */

setDefaultTimeout(600_000)

const kills = Math.max(20, runsOf(75))
const rate = 80

let folder: string
let file: string
let db: Db
let telegram: Telegram
let children: Bun.Subprocess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-broadcast-kill-'))
  file = join(folder, 'app.db')
  db = await openOutbox(`file:${file}`)
  telegram = startTelegram({ perSecond: rate + 50, perChat: 20 })
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  await telegram.close()
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

function startSender(clock = 0): Bun.Subprocess {
  const script = join(import.meta.dir, 'sender-process.ts')
  const words = [process.execPath, script, file, telegram.root, telegram.token, String(rate), String(clock)]
  const child = Bun.spawn(words, { stdin: 'ignore', stdout: 'ignore', stderr: 'inherit' })
  children.push(child)
  return child
}

/** One of them, which another takes the place of. */
async function killOne(clock = 0): Promise<void> {
  const [child] = children.splice(Math.floor(Math.random() * children.length), 1)
  child?.kill('SIGKILL')
  await child?.exited
  startSender(clock)
}

const moment = (mostMs: number) => Bun.sleep(Math.random() * mostMs)

/** Every recipient is told of as it was; whoever got more than one message is named. */
async function compare(id: string): Promise<{ unknownShare: number }> {
  const { rows } = await db.client.execute({
    sql: 'select chat_id, state from deliveries where broadcast_id = ?',
    args: [id],
  })
  const got = new Map<number, number>()
  for (const { chatId } of telegram.delivered) got.set(Number(chatId), (got.get(Number(chatId)) ?? 0) + 1)
  expect([...got].filter(([, times]) => times > 1)).toEqual([])
  const wrong = rows.filter(({ chat_id, state }) => {
    const isThere = got.has(Number(chat_id))
    return state === 'sent' ? !isThere : state !== 'unknown' && isThere
  })
  expect(wrong.map((row) => ({ ...row }))).toEqual([])
  const { total, sent, failed, unknown, skipped, dropped } = await countsOf(db, id)
  expect(rows).toHaveLength(total)
  const states = { sent, failed, unknown, skipped, cancelled: dropped }
  expect(await statesOf(db, id)).toEqual(Object.fromEntries(Object.entries(states).filter(([, n]) => n > 0)))
  return { unknownShare: unknown / total }
}

const finished = (id: string) => until(async () => (await countsOf(db, id)).state === 'finished')

test('three senders are killed again and again while some sends go wrong: nobody twice, nobody lost', async () => {
  const many = kills * 90
  await addSubscribers(db, many)
  for (let chat = 50; chat <= many; chat += 50) telegram.chats.set(String(chat), 'blocked')
  telegram.faults.always = (send) => {
    if (send % 200 === 0) return 'after-500'
    return send % 200 === 100 ? 'after-cut' : undefined
  }
  const id = await addBroadcast(db)
  for (let at = 0; at < 3; at++) startSender()
  for (let kill = 0; kill < kills; kill++) {
    await moment(1800)
    await killOne()
  }
  await finished(id)
  const { unknownShare } = await compare(id)
  expect(unknownShare).toBeLessThanOrEqual(0.05)
  const { total, failed, unknown, skipped, dropped } = await countsOf(db, id)
  expect([total, skipped, dropped]).toEqual([many, 0, 0])
  expect(failed).toBeWithin(many / 50 - unknown, many / 50 + 1)
  expect(telegram.counts.get('sendMessage')).toBeLessThan(many * 1.05)
})

test('killed while it begins, pauses, goes on and is cancelled, by clocks that jump: nobody twice, nobody lost', async () => {
  const many = 3000
  const clock = 3000
  await addSubscribers(db, many)
  const id = await addBroadcast(db, { state: 'scheduled', scheduledAt: Date.now() + 200 })
  const tell = (state: string, from: string) =>
    db.writeRaw([{ sql: `update broadcasts set state = ${state} where id = ? and state in (${from})`, args: [id] }])
  for (let at = 0; at < 2; at++) startSender(clock)
  await until(async () => (await countsOf(db, id)).total > 0)
  for (let act = 0; act < 3; act++) {
    await killOne(clock)
    await moment(400)
    await tell("'paused'", "'preparing', 'running'")
    await killOne(clock)
    await tell("iif(is_snapshot_whole, 'running', 'preparing')", "'paused'")
    await until(async () => (await countsOf(db, id)).sent > 30 * (act + 1))
  }
  await tell("'cancelled'", "'preparing', 'running'")
  await killOne(clock)
  await until(async () => {
    const { total, sent, failed, unknown, skipped, dropped } = await countsOf(db, id)
    return total === sent + failed + unknown + skipped + dropped
  })
  await compare(id)
  expect((await countsOf(db, id)).dropped).toBeGreaterThan(0)
})
