import type { Db } from '../db/client.ts'
import type { Logger } from '../http/logger.ts'
import { replaces } from './book.ts'
import type { MinuteUpdate } from './candle.ts'
import type { Instrument } from './instrument.ts'
import { type AssetSpan, minuteStatements, writeStatements } from './queries.ts'
import { minuteMs, openTimeOf } from './timeframe.ts'

/** How often minutes are written, ms: what a killed process loses is less than a second. */
const writeEveryMs = 900
/** Statements of the past between two checkpoints: some 3,000 pages */
const checkpointEvery = 120
/** The same for minutes that are told, ms */
const checkpointEveryMs = 60_000
/** Minutes in one statement, which keeps the thread for a few milliseconds */
const mostAtOnce = 240

export interface StoreOptions {
  db: Db
  instruments: readonly Instrument[]
  log: Logger
}

/** Writes minutes to `market.db`, together, and keeps the longer candles there in step. */
export interface Store {
  /**
   * Takes a minute, to be written within a second.
   * @param isOver  whether it is no longer the current one, so that longer candles follow it
   */
  put(update: MinuteUpdate, isOver: boolean): void
  /** Has the longer candles of a minute put together anew with the next write. */
  touch(asset: string, openTime: number): void
  /** Whether candles that begin before a moment are to change with the next write */
  isBehind(asset: string, time: number): boolean
  /** Writes what was taken; a failure is logged, and tried again with the next write. */
  flush(): Promise<void>
  /** Writes minutes of the past, a piece at a time with other work in between. Longer candles are left to `rollUp`. */
  putPast(minutes: readonly MinuteUpdate[]): Promise<void>
  rollUp(span: AssetSpan): Promise<void>
  close(): Promise<void>
}

export function createStore({ db, instruments, log }: StoreOptions): Store {
  let pending = new Map<string, MinuteUpdate>()
  /** What longer candles follow from, by asset and day */
  let touched = new Map<string, AssetSpan>()
  let underway: ReadonlyMap<string, AssetSpan> = new Map()
  let tail = Promise.resolve()
  let pieces = 0

  const touch = (asset: string, from: number, to: number) => {
    const key = `${asset} ${openTimeOf(from, 1440)}`
    const known = touched.get(key)
    touched.set(key, { asset, from: Math.min(from, known?.from ?? from), to: Math.max(to, known?.to ?? to) })
  }
  const keep = (update: MinuteUpdate) => {
    const key = `${update.asset} ${update.openTime}`
    if (replaces(update, pending.get(key))) pending.set(key, update)
  }
  const write = async () => {
    if (pending.size === 0 && touched.size === 0) return
    const minutes = [...pending.values()]
    const spans = touched
    pending = new Map()
    touched = new Map()
    underway = spans
    try {
      await putPieces(minutes.slice(0, -mostAtOnce))
      await writeStatements(db, minuteStatements(minutes.slice(-mostAtOnce), [...spans.values()], instruments))
    } catch (error) {
      log.error('Candles could not be written; they will be tried again', error)
      for (const minute of minutes) keep(minute)
      for (const { asset, from, to } of spans.values()) touch(asset, from, to)
    } finally {
      underway = new Map()
    }
  }
  const flush = () => {
    tail = tail.then(write)
    return tail
  }
  const putPieces = async (minutes: readonly MinuteUpdate[]) => {
    for (let at = 0; at < minutes.length; at += mostAtOnce) {
      const startedAt = performance.now()
      await writeStatements(db, minuteStatements(minutes.slice(at, at + mostAtOnce), [], instruments))
      // Whatever waits for this thread gets as much of it as this has taken.
      await Bun.sleep(performance.now() - startedAt)
      if (++pieces % checkpointEvery === 0) await checkpoint()
    }
  }
  const checkpoint = () =>
    db.checkpoint().catch((error: unknown) => log.warn('market.db keeps its log for now', { error: String(error) }))
  const timer = setInterval(() => void flush(), writeEveryMs)
  const checkpointTimer = setInterval(() => void checkpoint(), checkpointEveryMs)

  return {
    put: (update, isOver) => {
      keep(update)
      if (isOver || update.isClosed) touch(update.asset, update.openTime, update.openTime + minuteMs)
    },
    touch: (asset, openTime) => touch(asset, openTime, openTime + minuteMs),
    isBehind: (asset, time) =>
      [...touched.values(), ...underway.values()].some((span) => span.asset === asset && span.from < time),
    flush,
    putPast: putPieces,
    rollUp: (span) => writeStatements(db, minuteStatements([], [span], instruments)),
    close: async () => {
      clearInterval(timer)
      clearInterval(checkpointTimer)
      await flush()
    },
  }
}
