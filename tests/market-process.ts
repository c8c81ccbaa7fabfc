/**
 * A market in a separate process, for tests that kill it: `bun market-process.ts DB DAYS [FEED [MINUTES SIGNAL]]`; uses
 * the demo feed unless FEED names another. After MINUTES the process sends itself SIGNAL, because a signal from another
 * process would arrive too late. Prints `told TIME` with every tick of a minute of the first asset, `filled` when the
 * backfill is done, and `ended` at the end of a file.
 */
import { openDb } from '../src/db/client.ts'
import { migrateDb } from '../src/db/migrate.ts'
import { migrations } from '../src/db/migrations.ts'
import { createEvents } from '../src/events/events.ts'
import { createJobs, startJobs } from '../src/jobs/jobs.ts'
import { createLogger } from '../src/log/logger.ts'
import { timetable } from '../src/main/timetable.ts'
import { createFeed } from '../src/market/feed/create-feed.ts'
import { openMarket } from '../src/market/open-market.ts'
import { feedState } from '../src/market/topics.ts'

const [file = '', days = '', source = 'demo', minutes = 'Infinity', signal = ''] = process.argv.slice(2)
const db = await openDb({ url: `file:${file}` })
await migrateDb(db, migrations.market)
const log = createLogger({ level: 'warn', write: (lines) => process.stderr.write(lines) })
const events = createEvents(log)
const feed = createFeed(source)
const market = await openMarket({ db, feed, historyDays: Number(days), events, log })
/** The asset whose ticks are printed */
const told = feed.instruments[0]?.asset
const say = (line: string) => process.stdout.write(`${line}\n`)
/** Wraps each job: ticks published before a job began are stored when it ends. */
const jobs = timetable({ market }).map((job) => ({
  ...job,
  run: async () => {
    say(`${job.name} begins`)
    await job.run()
    say(`${job.name} ends`)
  },
}))
const stopJobs = startJobs(createJobs(log), jobs)
let firstAt: number | undefined
let isSignalled = false
market.onTick(({ asset, tf, time }) => {
  if (asset !== told || tf !== 1) return
  say(`told ${time}`)
  firstAt ??= time
  // Sends the signal only once: a second one would kill a process that is shutting down in order.
  if (isSignalled || time - firstAt <= Number(minutes) * 60_000) return
  isSignalled = true
  process.kill(process.pid, signal)
})
events.on(feedState, () => {
  if (market.state().name === 'ended') say('ended')
  if (!market.state().isBackfilling) say('filled')
})
process.once('SIGTERM', async () => {
  // Closes the market before the jobs end: otherwise the process would keep reading the price file, on a busy machine
  // to its end.
  await Promise.all([market.close(), stopJobs()])
  await db.close()
  process.exit(0)
})
