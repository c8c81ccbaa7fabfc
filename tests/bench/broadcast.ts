import { fillSlice } from '../../src/broadcast/delivery/fill-queries.ts'
import { paidRate } from '../../src/telegram/limiter/bucket-queries.ts'
import { addBroadcast, addSubscribers } from '../outbox.ts'
import { until } from '../until.ts'
import { benchBroadcastScreens } from './broadcast-screens.ts'
import { benchCancel, openBench, rate, tolerated, watchMemory } from './broadcast-sender.ts'
import { benchSeries } from './broadcast-series.ts'
import { benchTrial } from './broadcast-trial.ts'
import type { Report } from './report.ts'

/**
 * Measures how a broadcast keeps its rate, adapts to a lower rate, starts with many subscribers, and ends; also
 * measures the pages of a broadcast.
 */
export async function benchBroadcast(report: Report, seconds: number, many: number): Promise<void> {
  if (seconds > 0) await benchRate(report, seconds)
  if (seconds > 0) await benchLowerRate(report)
  if (seconds > 0) await benchPaid(report, Math.min(seconds, 30))
  await benchMany(report, many)
  await benchTrial(report, many)
  await benchSeries(report, many)
  await benchBroadcastScreens(report, many)
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
  report(`a broadcast at ${rate} a second over ${seconds} s: mean`, within.length / seconds, 'a second', {
    atLeast: 0.95 * rate,
  })
  report('messages in its busiest sliding second, as they arrive', busiestSecond(times), '', { atMost: rate })
  report('refusals for too many', refused, '', { atMost: 0 })
}

/** Sends for Stars, as fast as Telegram allows. */
async function benchPaid(report: Report, seconds: number): Promise<void> {
  const { db, telegram, start, close } = await openBench(paidRate, paidRate)
  await addSubscribers(db, (seconds + 15) * paidRate)
  const id = await addBroadcast(db, { isPaid: true })
  // Creates the audience first, so that only the sending is measured.
  const all = { id, audience: {}, startedAt: 0, until: 0, now: Date.now() }
  while ((await fillSlice(db, all)) === 'more');
  await start()
  await until(() => telegram.delivered.length > 0)
  await Bun.sleep(seconds * 1000)
  const times = telegram.delivered.map(({ at }) => at)
  const refused = (telegram.counts.get('sendMessage') ?? 0) - times.length
  const first = times[0] ?? 0
  const within = times.filter((at) => at < first + seconds * 1000)
  await close()
  report(`a paid broadcast at ${paidRate} a second over ${seconds} s: mean`, within.length / seconds, 'a second', {
    atLeast: 0.95 * paidRate,
  })
  report('messages in its busiest sliding second, as they arrive', busiestSecond(times), '', { atMost: paidRate })
  report('refusals for too many', refused, '', { atMost: 0 })
}

/** Returns the max number of messages in any second. @param times  sending times in ascending order, ms */
function busiestSecond(times: readonly number[]): number {
  let [from, most] = [0, 0]
  for (const [at, time] of times.entries()) {
    while (time - (times[from] ?? time) >= 1000) from++
    most = Math.max(most, at - from + 1)
  }
  return most
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
  const memory = await watchMemory(child.pid)
  const startedAt = Date.now()
  const id = await addBroadcast(db)
  await until(() => telegram.delivered.length > 0)
  report(
    `${many.toLocaleString('en')} subscribers: from start to the first message`,
    (Date.now() - startedAt) / 1000,
    's',
    { atMost: 10 },
  )
  const first = performance.now()
  const isWhole = async () => {
    const { rows } = await db.client.execute({
      sql: 'select is_snapshot_whole from broadcasts where id = ?',
      args: [id],
    })
    return rows[0]?.is_snapshot_whole === 1
  }
  while (!(await isWhole()) || performance.now() - first < 5000) await Bun.sleep(500)
  const seconds = (performance.now() - first) / 1000
  report('while all of them are written down: time', seconds, 's')
  report('messages meanwhile', (telegram.delivered.length - 1) / seconds, 'a second', { atLeast: 0.95 * rate })
  memory.stop()
  report('memory above that of an idle sender', memory.most(), 'MiB', { atMost: 150 })
  await benchCancel(report, { db, telegram }, id)
  await close()
}
