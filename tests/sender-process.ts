/**
 * A sender of broadcasts in a separate process, for tests that kill it: `bun sender-process.ts DATABASE ROOT TOKEN RATE
 * [CLOCK]`. The process steps its clock repeatedly by up to CLOCK ms. Prints `started` and errors.
 */
import { runSender } from '../src/broadcast/delivery/run-sender.ts'
import { runSeries } from '../src/broadcast/series/run-series.ts'
import { openDb } from '../src/db/client.ts'
import { createBotApi } from '../src/telegram/api/bot-api.ts'

const [file = '', root = '', token = '', rate = '25', clock = '0'] = process.argv.slice(2)
const say = (...words: unknown[]) => void process.stderr.write(`${words.map(String).join(' ')}\n`)
const log = { error: say, warn: () => {}, info: () => {} }
const db = await openDb({ url: `file:${file}`, durability: 'full', log })
const bulk = Number(rate)
let step = 0
if (Number(clock) > 0) setInterval(() => (step = (Math.random() * 2 - 1) * Number(clock)), 100)
const now = () => Math.round(Date.now() + step)
const sender = await runSender({
  db,
  outbox: db,
  api: createBotApi({ token, root, timeoutSeconds: 8 }),
  most: { bulk, reply: bulk, paid: bulk },
  log,
  now,
  leases: { claimed: 1500, sending: 12_000 },
})
const series = runSeries({ db, log, now })
process.on('SIGTERM', async () => {
  await series.stop()
  await sender.close()
  await db.close()
  process.exit(0)
})
process.stdout.write('started\n')
