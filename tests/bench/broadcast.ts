import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTelegram } from '../doubles/telegram.ts'
import { addBroadcast, addSubscribers, countsOf, openOutbox } from '../outbox.ts'
import { until } from '../until.ts'
import { benchBroadcastScreens } from './broadcast-screens.ts'
import type { Report } from './report.ts'

/** What TELEGRAM_RATE is unless given, and what Telegram tolerates */
const rate = 25
const tolerated = 30

/** How a broadcast keeps its rate, finds a lower one, begins with many subscribers, and ends; its pages. */
export async function benchBroadcast(report: Report, seconds: number, many: number): Promise<void> {
  if (seconds > 0) await benchRate(report, seconds)
  if (seconds > 0) await benchLowerRate(report)
  await benchMany(report, many)
  await benchBroadcastScreens(report, many)
}

/** A sender in a process of its own, on a database of its own. */
async function openBench(perSecond: number) {
  const stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'kurs-broadcast-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'app.db')
  const db = await openOutbox(`file:${file}`)
  stack.defer(db.close)
  const telegram = startTelegram({ perSecond, perChat: 20 })
  stack.defer(telegram.close)
  const script = join(import.meta.dir, '../sender-process.ts')
  const start = async () => {
    const words = [process.execPath, script, file, telegram.root, telegram.token, String(rate)]
    const child = Bun.spawn(words, { stdout: 'pipe', stderr: 'inherit' })
    stack.defer(async () => {
      child.kill('SIGKILL')
      await child.exited
    })
    await child.stdout.getReader().read()
    return child
  }
  return { db, telegram, start, close: () => stack.disposeAsync() }
}

async function benchRate(report: Report, seconds: number): Promise<void> {
  const { db, telegram, start, close } = await openBench(tolerated)
  await addSubscribers(db, (seconds + 20) * rate)
  await addBroadcast(db)
  await start()
  await until(() => telegram.delivered.length > 0)
  await Bun.sleep(seconds * 1000)
  const times = telegram.delivered.map(({ at }) => at)
  const first = times[0] ?? 0
  const within = times.filter((at) => at < first + seconds * 1000)
  const refused = (telegram.counts.get('sendMessage') ?? 0) - times.length
  await close()
  const busiest = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length))
  report(`a broadcast at ${rate} a second over ${seconds} s: mean`, within.length / seconds, 'a second', {
    atLeast: 0.95 * rate,
  })
  report('messages in its busiest sliding second, as they arrive', busiest, '', { atMost: rate })
  report('refusals for too many', refused, '', { atMost: 0 })
}

async function benchLowerRate(report: Report): Promise<void> {
  const allowed = 10
  const { db, telegram, start, close } = await openBench(allowed)
  await addSubscribers(db, 2000)
  await addBroadcast(db)
  await start()
  const refusals: number[] = []
  await until(() => telegram.delivered.length > 0)
  const first = telegram.delivered[0]?.at ?? 0
  let known = 0
  await until(() => {
    const refused = (telegram.counts.get('sendMessage') ?? 0) - telegram.delivered.length
    if (refused > known) refusals.push(Date.now())
    known = refused
    return Date.now() - first > 25_000
  })
  await close()
  const settled = ((refusals.at(-1) ?? first) - first) / 1000
  report(`where ${allowed} a second are allowed: settled after`, settled, 's', { atMost: 10 })
  const late = telegram.delivered.filter(({ at }) => at >= first + 12_000 && at < first + 24_000)
  report('what it sends then', late.length / 12, 'a second', { atMost: allowed })
}

async function benchMany(report: Report, many: number): Promise<void> {
  const { db, telegram, start, close } = await openBench(tolerated)
  await addSubscribers(db, many)
  const child = await start()
  await Bun.sleep(2000)
  const idle = await memoryOf(child.pid)
  let most = idle
  const watching = setInterval(async () => {
    most = Math.max(most, await memoryOf(child.pid))
  }, 50)
  const startedAt = Date.now()
  const id = await addBroadcast(db)
  await until(() => telegram.delivered.length > 0)
  report(
    `${many.toLocaleString('en')} subscribers: from start to the first message`,
    (Date.now() - startedAt) / 1000,
    's',
    { atMost: 10 },
  )
  await Bun.sleep(5000)
  clearInterval(watching)
  report('memory above that of an idle sender', most - idle, 'MiB', { atMost: 150 })
  await db.writeRaw([{ sql: "update broadcasts set state = 'cancelled' where id = ?", args: [id] }])
  const cancelledAt = Date.now()
  await until(async () => {
    const { total, sent, unknown, dropped } = await countsOf(db, id)
    return total === sent + unknown + dropped
  })
  const last = telegram.delivered.at(-1)?.at ?? 0
  report('silent after a cancel', Math.max(0, last - cancelledAt) / 1000, 's', { atMost: 1 })
  report('all who waited are dropped after', (Date.now() - cancelledAt) / 1000, 's')
  await close()
}

/** MiB */
async function memoryOf(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text()
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
