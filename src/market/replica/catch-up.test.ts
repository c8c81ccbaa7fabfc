import { afterAll, expect, test } from 'bun:test'
import { minuteOf } from '../../../tests/doubles/feed.ts'
import { bitcoin, midnight } from '../../../tests/doubles/market-processes.ts'
import { createMarketDatabases } from '../../../tests/market-databases.ts'
import { createLogger } from '../../log/logger.ts'
import { createCandleReader, minuteStatements, resetSource } from '../queries.ts'
import { minuteMs } from '../timeframe.ts'
import { catchUp } from './catch-up.ts'
import { openRenewableWindows } from './renewable-windows.ts'

const databases = await createMarketDatabases()
afterAll(databases.remove)

async function openWindows() {
  const db = await databases.open()
  await resetSource(db, 'demo')
  const reader = createCandleReader(db)
  const log = createLogger({ level: 'silent', write: () => {} })
  const windows = await openRenewableWindows({ db, reader, historyDays: 1, log })
  return { db, reader, windows }
}

test('stored minutes of the same source are loaded and reported', async () => {
  const { db, reader, windows } = await openWindows()
  const minute = minuteOf(bitcoin.asset, midnight, 110)
  await db.writeRaw(minuteStatements([minute], []))
  const corrected: unknown[] = []
  expect(await catchUp({ windows, reader, isWritten: true }, (span) => corrected.push(span))).toBe(true)
  expect(corrected).toMatchObject([{ asset: bitcoin.asset }])
  expect(windows.current(bitcoin.asset, 1)).toMatchObject({ openTime: midnight, close: minute.close })
  await db.close()
})

test('candles of another source are not loaded, and a renewal is requested', async () => {
  const { db, reader, windows } = await openWindows()
  await resetSource(db, 'binance')
  const corrected: unknown[] = []
  expect(await catchUp({ windows, reader, isWritten: true }, (span) => corrected.push(span))).toBe(false)
  expect(corrected).toEqual([])
  await db.close()
})

test('windows ahead of the database are renewed only once everything published is stored', async () => {
  const { db, reader, windows } = await openWindows()
  const [stored, ahead] = [0, 40].map((number) => minuteOf(bitcoin.asset, midnight + number * minuteMs, 110))
  if (!stored || !ahead) throw new Error('two minutes')
  await db.writeRaw(minuteStatements([stored], []))
  windows.take(bitcoin.asset, [ahead])
  expect(await catchUp({ windows, reader, isWritten: false }, () => {})).toBe(true)
  expect(windows.current(bitcoin.asset, 1)).toMatchObject({ openTime: ahead.openTime })
  expect(await catchUp({ windows, reader, isWritten: true }, () => {})).toBe(false)
  await db.close()
})
