import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { candlesOf } from '../../../tests/market-candles.ts'
import { createMarketDatabases } from '../../../tests/market-databases.ts'
import { openTestMarket } from '../../../tests/test-market.ts'
import { until } from '../../../tests/until.ts'
import type { Db } from '../../db/client.ts'
import { startWorker } from '../../jobs/start-worker.ts'
import { createLogger } from '../../log/logger.ts'
import type { MinuteUpdate } from '../candle.ts'
import type { Clock } from '../feed/clock.ts'
import { createDemoFeed } from '../feed/demo/demo.ts'
import { defaultInstruments } from '../instrument.ts'
import { createCandleReader } from '../queries.ts'
import { timeframes } from '../timeframe.ts'
import { closedMinute, unpackMinutes } from './messages.ts'
import { createPastWriter } from './past-writer.ts'

setDefaultTimeout(60_000)

const databases = await createMarketDatabases()
afterAll(databases.remove)

const hour = 3_600_000
const midnight = Date.UTC(2026, 10, 20)
const now = midnight + 13 * hour + 5 * 60_000
const days = 3
const instruments = defaultInstruments.slice(0, 2)
/** A clock whose time stands still and whose timers never fire */
const clock: Clock = { now: () => now, after: () => () => {} }
const feed = createDemoFeed({ instruments, clock, seed: 'past' })

/** Opens the market on a new database and closes it once the history is complete. */
async function fill(db: Db, startPast?: () => Worker): Promise<string> {
  let said = ''
  const write = (lines: string) => {
    said += lines
  }
  const log = createLogger({ level: 'warn', write })
  const market = await openTestMarket({ db, feed, historyDays: days, startPast, log })
  await until(() => !market.state().isBackfilling)
  await market.close()
  log.flush()
  return said
}

async function expectHistory(db: Db): Promise<void> {
  const reader = createCandleReader(db)
  const from = now - (days - 1) * 24 * hour
  for (const { asset } of instruments) {
    const truth: MinuteUpdate[] = []
    for await (const page of feed.history(asset, now - days * 24 * hour, now)) {
      truth.push(...page.map((candle) => closedMinute(asset, candle)))
    }
    for (const tf of timeframes) {
      const stored = await reader.first({ asset, tf, from, to: now, count: 5000 })
      expect(stored).toEqual(candlesOf(truth, tf).filter(({ openTime }) => openTime >= from))
    }
    const closed = await reader.closed({ asset, tf: 1440, from: 0, to: now, count: 10 })
    expect(closed.map(({ openTime }) => openTime)).toEqual([midnight - 48 * hour, midnight - 24 * hour])
  }
}

test('the past is written beside the serving thread, both minutes and longer candles', async () => {
  const db = await databases.open()
  let rows = 0
  const watched: Db = {
    ...db,
    writeRaw: (statements, options) => {
      rows += statements.filter((each) => JSON.stringify(each).includes('insert into candles')).length
      return db.writeRaw(statements, options)
    },
  }
  expect(await fill(watched)).toBe('')
  expect(rows).toBe(0)
  await expectHistory(db)
  await db.close()
})

test('a generated day is written completely, and returned from the requested minute on', async () => {
  const db = await databases.open()
  const log = createLogger({ level: 'warn', write: () => {} })
  const writer = createPastWriter({ path: db.file ?? '', log })
  const [instrument] = instruments
  if (!instrument || !feed.recipe) throw new Error('The demo has instruments and a recipe')
  const span = { asset: instrument.asset, from: midnight - 24 * hour, to: midnight }
  const made = await writer.make(feed.recipe, instrument, span, midnight - hour)
  const [page = []] = await Array.fromAsync(feed.history(span.asset, midnight - hour, midnight))
  expect({ ...made, packed: unpackMinutes(span.asset, made.packed) }).toEqual({
    count: 1440,
    written: { from: span.from, to: span.to },
    isRolledUp: true,
    packed: page.map((candle) => closedMinute(span.asset, candle)),
  })
  expect(await createCandleReader(db).countClosed(span.asset, span.from, span.to)).toBe(1440)
  await writer.close()
  await db.close()
})

describe('a lost thread', () => {
  test('is replaced during its work, and nothing is missing', async () => {
    const db = await databases.open()
    let started = 0
    const said = await fill(db, () => {
      const worker = startWorker('market/past/past.worker.ts')
      const isFirst = ++started === 1
      let answers = 0
      worker.addEventListener('message', () => {
        if (isFirst && ++answers === 4) worker.terminate()
      })
      return worker
    })
    expect(said).toContain('The history writer thread was lost')
    expect(started).toBe(2)
    await expectHistory(db)
    await db.close()
  })

  test('is given up after repeated losses', async () => {
    const db = await databases.open()
    let started = 0
    await fill(db, () => {
      started += 1
      const worker = startWorker('market/past/past.worker.ts')
      worker.terminate()
      return worker
    })
    expect(started).toBe(3)
    await expectHistory(db)
    await db.close()
  })
})
