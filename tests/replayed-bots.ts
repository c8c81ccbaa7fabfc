import { wholeMoney } from '../src/bots/engine/money.ts'
import { type Plan, setupOf } from '../src/bots/plan.ts'
import type { Db } from '../src/db/client.ts'
import { minuteMs } from '../src/market/timeframe.ts'
import { columnsOf, minute, noCosts, run, termsOf } from './bot-runs.ts'

/* A price file to replay, bots that trade on it from its first minute, and their expected trades. */

const begin = Date.UTC(2016, 1, 28)
const capital = 100_000 * 1e8
/** Integer volumes at prices above 100: a step costs at most 0.01 */
const volumeDigits = 5
const plans = [3, 4, 5].map(
  (fast): Plan => ({ strategy: 'ma-cross', params: { fast, slow: 9 + fast }, costs: noCosts, order: 'nearest' }),
)

/** Price waves that give no strategy an unlimited profit */
const priceAt = (n: number) => Math.round(10_000 + 700 * Math.sin(n / 17) + 60 * Math.sin(n * n))

export const replayedMinutes = Array.from({ length: 900 }, (_, n) => {
  const [open, close] = [priceAt(n - 1), priceAt(n)]
  const ends = [open, Math.max(open, close) + (n % 11), Math.min(open, close) - (n % 13), close] as const
  return minute(begin + n * minuteMs, ends, 500)
})

export async function writeReplay(path: string): Promise<void> {
  const lines = replayedMinutes.map(({ openTime, open, high, low, close }) =>
    [openTime, 'BTCUSDT', ...[open, high, low, close].map((price) => (price / 100).toFixed(2)), 5].join(),
  )
  await Bun.write(path, `time,asset,open,high,low,close,volume\n${lines.join('\n')}\n`)
}

export async function addReplayedBots(db: Db): Promise<void> {
  const at = begin - minuteMs
  await db.writeRaw(
    plans.flatMap((plan, n) => [
      {
        sql: `insert into bots (id, name, asset, tf, capital, state, revision, played_revision, created_at, updated_at,
          started_at, source, price_digits, volume_digits, cursor, equity)
          values (?, ?, 'BTCUSDT', 1, ?, 'running', 1, 1, 0, 0, ?, 'replay', 2, ?, ?, ?)`,
        args: [`bot-${n}`, `Bot ${n}`, capital, at, volumeDigits, at, capital],
      },
      { sql: 'insert into bot_revisions values (?, 1, ?, 0, null)', args: [`bot-${n}`, JSON.stringify(plan)] },
    ]),
  )
}

/** Expected trades per bot: its ID, and the number, time, side and price of each trade */
export function tradesExpected(): unknown[][] {
  const scale = { ...termsOf().scale, volumeDigits }
  return plans.flatMap((plan, n) => {
    const setup = setupOf(plan, { tf: 1, capital: wholeMoney(capital), scale })
    const { fills } = run({ setup, tf: 1, minutes: columnsOf(replayedMinutes) })
    return fills.map(({ time, order: { side }, price }, at) => [`bot-${n}`, at + 1, time, side, price])
  })
}
