import type { Db, WriteOptions } from '../db/client.ts'
import { UnwritableError } from '../db/unwritable.ts'
import type { Logger } from '../log/logger.ts'
import type { MinuteUpdate } from './candle.ts'
import type { Recipe } from './feed/feed.ts'
import type { Instrument } from './instrument.ts'
import { replaces } from './minute-window.ts'
import type { GeneratedMinutes } from './past/messages.ts'
import type { PastWriter } from './past/past-writer.ts'
import { minuteStatements } from './queries.ts'
import type { AssetSpan } from './span.ts'
import { minuteMs, openTimeOf } from './timeframe.ts'

/** Maximum pending minutes while writes fail: three days of twelve assets. The oldest are evicted, fetched later. */
const maxMinutes = 50_000

/** Minutes that the next write stores, and spans whose longer candles it rolls up again */
export interface PendingMinutes {
  minutes(): MinuteUpdate[]
  spans(): AssetSpan[]
  put(update: MinuteUpdate): void
  touch(span: AssetSpan): void
  /** Puts back minutes and spans that could not be written, as older than those added since. */
  restore(older: PendingMinutes): void
}

export function createPendingMinutes(): PendingMinutes {
  let minutes = new Map<string, MinuteUpdate>()
  const touched = new Map<string, AssetSpan>()
  const put = (update: MinuteUpdate) => {
    const key = `${update.asset} ${update.openTime}`
    if (replaces(update, minutes.get(key))) minutes.set(key, update)
    const [oldest] = minutes.size > maxMinutes ? minutes.keys() : []
    if (oldest !== undefined) minutes.delete(oldest)
  }
  const touch = ({ asset, from, to }: AssetSpan) => {
    const key = `${asset} ${openTimeOf(from, 1440)}`
    const known = touched.get(key)
    touched.set(key, { asset, from: Math.min(from, known?.from ?? from), to: Math.max(to, known?.to ?? to) })
  }
  return {
    minutes: () => [...minutes.values()],
    spans: () => [...touched.values()],
    put,
    touch,
    restore: (older) => {
      const newer = minutes
      minutes = new Map()
      for (const update of [...older.minutes(), ...newer.values()]) put(update)
      for (const span of older.spans()) touch(span)
    },
  }
}

/** Number of past minutes written between two checkpoints: about 3,000 database pages */
const checkpointEvery = 28_800
/** Maximum minutes per statement; such a statement blocks the thread for a few milliseconds */
const maxBatch = 240

export interface StoreOptions {
  db: Db
  /** Writer thread for the past. If missing, this thread also writes the past. */
  past?: PastWriter | undefined
  log: Logger
  onWritten?: ((minutes: number) => void) | undefined
}

/** Writes minutes to `market.db` in batches, and updates the longer candles stored there. */
export interface Store {
  /**
   * Adds a minute to write.
   * @param isOver  whether the minute is not the current one any longer, so that its longer candles are updated
   */
  put(update: MinuteUpdate, isOver: boolean): void
  /** Schedules a roll-up of the minute's longer candles for the next `flush`. */
  touch(asset: string, openTime: number): void
  /** Whether the next `flush` will change stored candles before `time` */
  isBehind(asset: string, time: number): boolean
  /** @returns whether all minutes put before are written; failures are logged and retried with the next flush */
  flush(): Promise<boolean>
  /** Writes closed minutes of the past and yields to other work; does not roll them up into longer candles. */
  putPast(asset: string, minutes: readonly MinuteUpdate[]): Promise<void>
  /**
   * Generates minutes and writes them like `putPast`; undefined if no worker thread is available.
   * @param since  ms UTC: generated minutes from then on are returned
   */
  makePast(
    recipe: Recipe,
    instrument: Instrument,
    span: AssetSpan,
    since: number,
  ): Promise<GeneratedMinutes | undefined>
  rollUp(span: AssetSpan): Promise<void>
  checkpoint(): Promise<void>
  close(): Promise<void>
}

export function createStore({ db, past, log, onWritten }: StoreOptions): Store {
  let pending = createPendingMinutes()
  let underway: readonly AssetSpan[] = []
  let tail = Promise.resolve(true)
  const { putPieces, count, checkpoint } = createPieces(db, log, onWritten)

  const write = async () => {
    const taken = pending
    const [minutes, spans] = [pending.minutes(), pending.spans()]
    if (minutes.length === 0 && spans.length === 0) return true
    pending = createPendingMinutes()
    underway = spans
    try {
      await putPieces(minutes.slice(0, -maxBatch))
      await db.writeRaw(minuteStatements(minutes.slice(-maxBatch), spans))
      onWritten?.(Math.min(maxBatch, minutes.length))
      return true
    } catch (error) {
      if (!(error instanceof UnwritableError))
        log.error('Candles could not be written; they will be tried again', error)
      pending.restore(taken)
      return false
    } finally {
      underway = []
    }
  }
  const beside = besideThread(db, past)
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
    putPast: async (asset, minutes) => {
      const written = beside((writer) => writer.put(asset, minutes))
      if (!written) return putPieces(minutes, { lane: 'bulk' })
      await written
      await count(minutes.length)
    },
    makePast: async (recipe, instrument, span, since) => {
      const made = await beside((writer) => writer.make(recipe, instrument, span, since))
      if (made) await count(made.count)
      return made
    },
    rollUp: async (span) => {
      await (beside((writer) => writer.rollUp(span)) ?? db.writeRaw(minuteStatements([], [span]), { lane: 'bulk' }))
    },
    checkpoint,
    close: async () => past?.close(),
  }
}

/** Queues writes of the worker thread with those of this thread, which therefore never blocks on a locked file. */
function besideThread(db: Db, past: PastWriter | undefined) {
  return <Answer>(job: (writer: PastWriter) => Promise<Answer>) =>
    past?.isAble() ? db.write(() => job(past), { lane: 'bulk' }) : undefined
}

/** Writes minutes in pieces; runs a checkpoint after each `checkpointEvery` minutes reported to `count`. */
function createPieces(db: Db, log: Logger, onWritten: StoreOptions['onWritten']) {
  let sinceCheckpoint = 0
  const checkpoint = () =>
    db.checkpoint().catch((error: unknown) => log.warn('Could not checkpoint market.db', { error: String(error) }))
  const count = async (written: number) => {
    onWritten?.(written)
    sinceCheckpoint += written
    if (sinceCheckpoint < checkpointEvery) return
    sinceCheckpoint = 0
    await checkpoint()
  }
  const putPieces = async (minutes: readonly MinuteUpdate[], options?: WriteOptions) => {
    for (let at = 0; at < minutes.length; at += maxBatch) {
      const startedAt = performance.now()
      await db.writeRaw(minuteStatements(minutes.slice(at, at + maxBatch), []), options)
      // Other work gets the thread for as long as writing this piece took.
      await Bun.sleep(performance.now() - startedAt)
      await count(Math.min(maxBatch, minutes.length - at))
    }
  }
  return { putPieces, count, checkpoint }
}
