import { readContent } from '../../src/broadcast/content.ts'
import { countVariants } from '../../src/broadcast/variants/ab-test-queries.ts'
import { chooseWinner } from '../../src/broadcast/variants/advance-ab-test.ts'
import { addBroadcast, addSubscribers } from '../outbox.ts'
import { until } from '../until.ts'
import { benchCancel, openBench, tolerated, watchMemory } from './broadcast-sender.ts'
import type { Report } from './report.ts'

const content = {
  text: { ru: 'A' },
  variants: [{ ru: 'B' }, { ru: 'C' }, { ru: 'D' }],
  buttons: [[{ text: { ru: 'Да' }, callback: 'Да' }]],
}
const sliceRows = 20_000

/**
 * Measures an A/B test: half of the recipients get four variants; then one variant is chosen and sent to the other
 * half.
 */
export async function benchTrial(report: Report, many: number): Promise<void> {
  const bench = await openBench(tolerated)
  const { db, telegram } = bench
  await addSubscribers(db, many)
  const child = await bench.start()
  await Bun.sleep(2000)
  const memory = await watchMemory(child.pid)
  const startedAt = Date.now()
  const id = await addBroadcast(db, { content, trialPercent: 50 })
  await until(() => telegram.delivered.length > 0)
  report('with variants: from start to the first message', (Date.now() - startedAt) / 1000, 's', { atMost: 10 })
  await endTrial(bench, id)

  const decidedAt = performance.now()
  await countVariants(db, id, readContent(JSON.stringify(content)))
  report('what a winner is decided by is read in', performance.now() - decidedAt, 'ms', { atMost: 50 })
  const before = telegram.delivered.length
  const chosenAt = Date.now()
  await chooseWinner({ db, now: Date.now }, { address: 'bench', requestId: 'bench' }, { id, variant: 2 })
  await until(() => telegram.delivered.length > before)
  report('from the choice of a winner to its first message', (Date.now() - chosenAt) / 1000, 's', { atMost: 10 })
  await Bun.sleep(3000)
  memory.stop()
  report('memory of a sender of variants above that of an idle one', memory.most(), 'MiB', { atMost: 150 })
  await benchCancel(report, bench, id)
  await bench.close()
}

/**
 * Marks the whole A/B test as sent, with clicks by a tenth of the recipients, because real sending would take hours.
 */
async function endTrial({ db }: Awaited<ReturnType<typeof openBench>>, id: string): Promise<void> {
  const next = `select chat_id from deliveries where broadcast_id = :id and state = 'pending' limit ${sliceRows}`
  for (let sent = 1; sent > 0; ) {
    const [changed] = await db.writeRaw([
      {
        sql: `update deliveries set state = 'sent' where broadcast_id = :id and state = 'pending' and chat_id in (${next})`,
        args: { id },
      },
      { sql: 'update broadcasts set sent = sent + changes() where id = :id', args: { id } },
    ])
    sent = changed?.rowsAffected ?? 0
  }
  await db.writeRaw([
    {
      sql: `insert into broadcast_clicks select broadcast_id, 0, chat_id, 0 from deliveries
        where broadcast_id = ? and is_trial and state = 'sent' and chat_id % 10 = 0`,
      args: [id],
    },
  ])
}
