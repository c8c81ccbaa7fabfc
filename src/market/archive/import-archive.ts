import type { Db } from '../../db/client.ts'
import type { Candle, MinuteUpdate } from '../candle.ts'
import { readDigits } from '../digits/queries.ts'
import { rescale } from '../digits/rescale.ts'
import type { Instrument } from '../instrument.ts'
import { holesOf } from '../past/holes.ts'
import { gapStatements, minuteStatements, readClosed, readGaps, readSource, resetSource } from '../queries.ts'
import type { AssetSpan, Span } from '../span.ts'
import { dayMs, minuteMs, openTimeOf } from '../timeframe.ts'
import type { Digits } from '../units.ts'
import { createRowReader } from './archive-rows.ts'
import { readArchive } from './read-archive.ts'

/** Number of imported days between two WAL checkpoints */
const checkpointEvery = 100

export interface ImportOptions {
  db: Db
  path: string
  instrument: Instrument
  /** Source of the candles: see `Feed.source` */
  source: string
  /** Current time, ms UTC */
  now: number
  onProgress?: ((bytes: number, total: number) => void) | undefined
}

interface ImportResult {
  status: 'imported'
  rows: number
  /** Number of imported minutes that were not stored before; minutes already stored stay unchanged */
  added: number
  /** Number of values rounded because they had more decimals than the digits of the asset */
  rounded: number
  /** openTime of the first and the last imported minute, ms UTC */
  from: number
  to: number
}

export type ImportOutcome =
  | ImportResult
  /** Outcome of a file with a faulty line. Nothing was written. */
  | { status: 'faulty'; line: number; fault: string }
  /** Outcome of a file that changed after it was checked. Whole days before the first change were written. */
  | { status: 'changed' }
  | { status: 'unreadable'; cause: string }
  | { status: 'empty' }
  | { status: 'other-source'; stored: string }

/**
 * Checks the whole CSV of one-minute candles before writing anything. Each day is one transaction, including its longer
 * candles: an interrupted import leaves only whole days, and running the command again resumes it.
 */
export async function importArchive(options: ImportOptions): Promise<ImportOutcome> {
  const { db, instrument, source } = options
  const { asset, priceDigits, volumeDigits } = instrument
  const stored = await readSource(db)
  if (stored !== undefined && stored !== source) return { status: 'other-source', stored }
  const digits = (await readDigits(db)).get(asset) ?? { priceDigits, volumeDigits }
  const checked = await pass(options, { digits, half: 0 }, async () => 0)
  if (checked.status !== 'imported') return checked
  if (stored === undefined) await resetSource(db, source)
  await rescale(db, { asset, ...digits })
  let days = 0
  const written = await pass(options, { digits, half: 1 }, async (day) => {
    const added = await writeDay(options, day)
    if (++days % checkpointEvery === 0) await db.checkpoint()
    return added
  })
  return written.status === 'imported' ? written : { status: 'changed' }
}

interface Pass {
  digits: Digits
  /** The half of the total work that this pass is, for the progress: 0 checks, 1 writes */
  half: 0 | 1
}

interface Day {
  /** Start of the day, ms UTC */
  from: number
  minutes: MinuteUpdate[]
  /** Minutes missing between two rows of the file: the exchange has no candles for them */
  holes: Span[]
}

/** Reads the whole file once, day by day. @param write  receives one day and returns how many of its minutes are new */
async function pass(
  { path, instrument, now, onProgress }: ImportOptions,
  { digits, half }: Pass,
  write: (day: Day) => Promise<number>,
): Promise<ImportOutcome> {
  const { asset } = instrument
  const readRow = createRowReader({ digits, now })
  const done = { rows: 0, added: 0, rounded: 0 }
  const read: { day?: Day; span?: Span } = {}
  const flush = async () => {
    if (read.day) done.added += await write(read.day)
  }
  const take = async (candle: Candle) => {
    const { openTime } = candle
    const from = openTimeOf(openTime, 1440)
    if (read.day?.from !== from) {
      await flush()
      read.day = { from, minutes: [], holes: [] }
    }
    const { day, span } = read
    const expected = span ? span.to + minuteMs : openTime
    if (openTime > expected) day.holes.push({ from: expected, to: openTime })
    day.minutes.push({ ...candle, asset, isClosed: true, time: openTime + minuteMs })
    read.span = { from: span?.from ?? openTime, to: openTime }
    done.rows++
  }
  const waiting: Candle[] = []
  const reading = await readArchive(path, {
    line: (text) => {
      const row = readRow(text)
      if (row === 'header' || row === 'empty') return undefined
      if ('fault' in row) return row.fault
      waiting.push(row.candle)
      done.rounded += row.rounded
      return undefined
    },
    piece: async (bytes, size) => {
      for (const candle of waiting.splice(0)) await take(candle)
      onProgress?.(half * size + bytes, 2 * size)
    },
  })
  if (reading.status !== 'read') return reading
  await flush()
  return read.span ? { status: 'imported', ...done, ...read.span } : { status: 'empty' }
}

/** Writes one day of minutes in one transaction. Minutes already stored and closed stay unchanged. */
async function writeDay({ db, instrument, now }: ImportOptions, { from, minutes, holes }: Day): Promise<number> {
  const { asset } = instrument
  const missing: AssetSpan[] = []
  for (const hole of holes) {
    const span = { asset, ...hole }
    const left = holesOf(hole, await readClosed(db, span, 1), await readGaps(db, span))
    missing.push(...left.map((each) => ({ asset, ...each })))
  }
  const statements = minuteStatements(minutes, [{ asset, from, to: from + dayMs }])
  const [upsert] = await db.writeRaw([...statements, ...gapStatements(missing, now)], { lane: 'bulk' })
  return upsert?.rowsAffected ?? 0
}
