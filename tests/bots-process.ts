/**
 * A separate process that runs bots on a replay, for tests that kill it: `bun bots-process.ts FOLDER FEED`, with
 * `app.db` and `market.db` in the folder. Prints `started` once bots are leased.
 */
import { join } from 'node:path'
import { runBots } from '../src/bots/running/run-bots.ts'
import { openDb } from '../src/db/client.ts'
import { migrateDb } from '../src/db/migrate.ts'
import { migrations } from '../src/db/migrations.ts'
import { createEvents } from '../src/events/events.ts'
import { createJobs, startJobs } from '../src/jobs/jobs.ts'
import { createLogger } from '../src/log/logger.ts'
import { timetable } from '../src/main/timetable.ts'
import { createFeed } from '../src/market/feed/create-feed.ts'
import { openMarket } from '../src/market/open-market.ts'

const [folder = '', source = ''] = process.argv.slice(2)
const log = createLogger({ level: 'warn', write: (lines) => process.stderr.write(lines) })
const app = await openDb({ url: `file:${join(folder, 'app.db')}` })
const db = await openDb({ url: `file:${join(folder, 'market.db')}` })
await migrateDb(app, migrations.app)
await migrateDb(db, migrations.market)
const events = createEvents(log)
const market = await openMarket({ db, feed: createFeed(source), historyDays: 30, events, log })
const bots = runBots({ db: app, market, events, log })
startJobs(createJobs(log), [...timetable({ market }), { every: 200, name: 'bots-claim', run: bots.claim }])
process.stdout.write('started\n')
