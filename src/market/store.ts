import type { Db, WriteOptions } from '../db/client.ts'
import type { Logger } from '../log/logger.ts'
import type { MinuteUpdate } from './candle.ts'
import { createPendingMinutes } from './pending-minutes.ts'
import { type AssetSpan, minuteStatements } from './queries.ts'
import { minuteMs } from './timeframe.ts'

/** Writes of the past between two checkpoints: some 3,000 pages */
const checkpointEvery = 120
/** Minutes in one statement, which keeps the thread for a few milliseconds */
const maxBatch = 240

export interface StoreOptions {
  db: Db
  log: Logger
}

/** Writes minutes to `market.db` in batches, and keeps the longer candles there in step. */
export interface Store {
  /** @param isOver  whether it is no longer the current one, so that longer candles follow it */
  put(update: MinuteUpdate, isOver: boolean): void
  /** Has the longer candles of a minute rolled up again with the next `flush`. */
  touch(asset: string, openTime: number): void
  /** Whether the next `flush` changes candles before a moment */
  isBehind(asset: string, time: number): boolean
  /** @returns whether everything put before is written; a failure is logged, and retried with the next flush */
  flush(): Promise<boolean>
  /** Writes minutes of the past in pieces that let other work in between; does not roll them up. */
  putPast(minutes: readonly MinuteUpdate[]): Promise<void>
  rollUp(span: AssetSpan): Promise<void>
  checkpoint(): Promise<void>
}

export function createStore({ db, log }: StoreOptions): Store {
  let pending = createPendingMinutes()
  let underway: readonly AssetSpan[] = []
  let tail = Promise.resolve(true)
  let pieces = 0

  const write = async () => {
    const [minutes, spans] = [pending.minutes(), pending.spans()]
    if (minutes.length === 0 && spans.length === 0) return true
    pending = createPendingMinutes()
    underway = spans
    try {
      await putPieces(minutes.slice(0, -maxBatch))
      await db.writeRaw(minuteStatements(minutes.slice(-maxBatch), spans))
      return true
    } catch (error) {
      log.error('Candles could not be written; they will be tried again', error)
      for (const minute of minutes) pending.put(minute)
      for (const span of spans) pending.touch(span)
      return false
    } finally {
      underway = []
    }
  }
  const putPieces = async (minutes: readonly MinuteUpdate[], options?: WriteOptions) => {
    for (let at = 0; at < minutes.length; at += maxBatch) {
      const startedAt = performance.now()
      await db.writeRaw(minuteStatements(minutes.slice(at, at + maxBatch), []), options)
      // Yield the thread for as long as this piece took.
      await Bun.sleep(performance.now() - startedAt)
      if (++pieces % checkpointEvery === 0) await checkpoint()
    }
  }
  const checkpoint = () =>
    db.checkpoint().catch((error: unknown) => log.warn('market.db keeps its log for now', { error: String(error) }))
  const touch = (asset: string, openTime: number) => pending.touch({ asset, from: openTime, to: openTime + minuteMs })

  return {
    put: (update, isOver) => {
      pending.put(update)
      if (isOver || update.isClosed) touch(update.asset, update.openTime)
    },
    touch,
    isBehind: (asset, time) =>
      [...pending.spans(), ...underway].some((span) => span.asset === asset && span.from < time),
    flush: () => {
      tail = tail.then(write)
      return tail
    },
    putPast: (minutes) => putPieces(minutes, { lane: 'bulk' }),
    rollUp: async (span) => void (await db.writeRaw(minuteStatements([], [span]), { lane: 'bulk' })),
    checkpoint,
  }
}
