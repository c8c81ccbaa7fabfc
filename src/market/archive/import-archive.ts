import { stat } from 'node:fs/promises'
import type { Db } from '../../db/client.ts'
import type { MinuteUpdate } from '../candle.ts'
import { readDigits } from '../digits/queries.ts'
import { rescale } from '../digits/rescale.ts'
import type { Instrument } from '../instrument.ts'
import { minuteStatements, readSource, resetSource } from '../queries.ts'
import { minuteMs, openTimeOf } from '../timeframe.ts'
import type { Digits } from '../units.ts'
import { LongLineError, readLines } from './archive-lines.ts'
import { createRowReader } from './archive-rows.ts'

const dayMs = 1440 * minuteMs
/** Days written between two checkpoints of the log */
const checkpointEvery = 100

export interface ImportOptions {
  db: Db
  path: string
  instrument: Instrument
  /** Of the feed whose candles these are: see `Feed.source` */
  source: string
  /** ms UTC */
  now: number
  onProgress?: ((bytes: number, total: number) => void) | undefined
}

export interface Imported {
  status: 'imported'
  rows: number
  /** Minutes that were not stored before; those that were have stayed as they are */
  added: number
  /** Numbers with more decimals than the asset has, rounded to its steps */
  rounded: number
  /** Of the first and the last minute, ms UTC */
  from: number
  to: number
}

export type ImportOutcome =
  | Imported
  /** Nothing was written. */
  | { status: 'faulty'; line: number; fault: string }
  /** Not the file any more that was checked: the whole days before what has changed were written. */
  | { status: 'changed' }
  | { status: 'unreadable'; cause: string }
  | { status: 'empty' }
  | { status: 'other-source'; stored: string }

/**
 * Takes a CSV of one-minute candles into the database, line by line: the whole file is checked before anything is written.
 * Each day is one transaction with its longer candles, so that an import that was cut off has whole days, and the same
 * command goes on.
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
  const written = await pass(options, { digits, half: 1 }, async (minutes) => {
    const added = await writeDay(db, minutes)
    if (++days % checkpointEvery === 0) await db.checkpoint()
    return added
  })
  return written.status === 'imported' ? written : { status: 'changed' }
}

interface Pass {
  digits: Digits
  /** Of the whole work, for the progress */
  half: 0 | 1
}

/** Reads the file once. @param write  takes the minutes of a day. @returns how many are new */
async function pass(
  { path, instrument, now, onProgress }: ImportOptions,
  { digits, half }: Pass,
  write: (minutes: MinuteUpdate[]) => Promise<number>,
): Promise<ImportOutcome> {
  const { asset } = instrument
  const readRow = createRowReader({ digits, now })
  const done: Imported = { status: 'imported', rows: 0, added: 0, rounded: 0, from: 0, to: 0 }
  let [line, day]: [number, MinuteUpdate[]] = [0, []]
  const flush = async () => {
    if (day.length > 0) done.added += await write(day)
    day = []
  }
  try {
    const { size } = await stat(path)
    for await (const { lines, bytes } of readLines(path)) {
      for (const text of lines) {
        line++
        const row = readRow(text)
        if (row === 'header' || row === 'empty') continue
        if ('fault' in row) return { status: 'faulty', line, fault: row.fault }
        const { openTime } = row.candle
        if (day[0] && openTimeOf(day[0].openTime, 1440) !== openTimeOf(openTime, 1440)) await flush()
        day.push({ ...row.candle, asset, isClosed: true, time: openTime + minuteMs })
        done.rows++
        done.rounded += row.rounded
        done.to = openTime
        if (done.rows === 1) done.from = openTime
      }
      onProgress?.(half * size + bytes, 2 * size)
    }
  } catch (error) {
    if (error instanceof LongLineError) return { status: 'faulty', line: line + 1, fault: 'expected lines of a CSV' }
    if (isOfFile(error)) return { status: 'unreadable', cause: error.message }
    throw error
  }
  await flush()
  return done.rows > 0 ? done : { status: 'empty' }
}

/** One transaction, in which a minute that is stored and closed already stays. */
async function writeDay(db: Db, minutes: MinuteUpdate[]): Promise<number> {
  const [first] = minutes
  if (!first) return 0
  const from = openTimeOf(first.openTime, 1440)
  const [upsert] = await db.writeRaw(minuteStatements(minutes, [{ asset: first.asset, from, to: from + dayMs }]), {
    lane: 'bulk',
  })
  return upsert?.rowsAffected ?? 0
}

function isOfFile(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
