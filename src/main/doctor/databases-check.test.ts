import { afterEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minuteOf } from '../../../tests/doubles/feed.ts'
import { readConfig } from '../../config.ts'
import { openDb } from '../../db/client.ts'
import { migrateDb } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations.ts'
import { minuteStatements, resetSource } from '../../market/queries.ts'
import { dayMs, minuteMs } from '../../market/timeframe.ts'
import { checkDatabases } from './databases-check.ts'

const midnight = Date.UTC(2026, 10, 29)
let folder = ''
afterEach(() => rm(folder, { recursive: true, force: true }))

async function checkOfCandles(source: string, newest: number) {
  folder = await mkdtemp(join(tmpdir(), 'kurs-doctor-'))
  const db = await openDb({ url: `file:${join(folder, 'market.db')}` })
  await migrateDb(db, migrations.market)
  await resetSource(db, source)
  const digits = `insert into digits values ('BTCUSDT', 2, 5), ('ETHUSDT', 2, 5)`
  await db.writeRaw([digits, ...minuteStatements([minuteOf('BTCUSDT', newest, 1)], [])])
  await db.close()
  const { checks } = await checkDatabases(readConfig({ DATA_DIR: folder, FEED: source.split(' ')[0] }), midnight)
  return checks.find(({ id }) => id === 'candles')
}

test('demo candles later than now are a warning that says what the next start does', async () => {
  expect(await checkOfCandles('demo 1 course', midnight + 40 * dayMs)).toEqual({
    id: 'candles',
    name: 'candles',
    status: 'warning',
    message:
      'market.db has candles up to 2027-01-08T00:00:00.000Z, later than now: the clock is behind, or was ahead then.',
    hint: 'The next start with the role "feed" removes those that are later; they are made again when their time comes.',
  })
})

test('current candles and later ones of an exchange give no warning', async () => {
  expect(await checkOfCandles('demo 1 course', midnight + minuteMs)).toBeUndefined()
  expect(await checkOfCandles('binance', midnight + 40 * dayMs)).toBeUndefined()
})
