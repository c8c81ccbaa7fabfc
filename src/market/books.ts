import type { Logger } from '../http/logger.ts'
import { type Book, createBook, keptMs } from './book.ts'
import type { MinuteUpdate, Tick } from './candle.ts'
import type { Instrument } from './instrument.ts'
import type { CandleReader } from './queries.ts'
import type { Timeframe } from './timeframe.ts'

/** The books of all assets, and who wants to hear of their changes. */
export interface Books {
  get(asset: string): Book | undefined
  current(asset: string, tf: Timeframe): Tick | undefined
  /** Takes minutes of one asset and tells the changes that follow. */
  take(asset: string, minutes: readonly MinuteUpdate[]): void
  onTick(listener: (tick: Tick) => void): () => void
}

/** Opens the books where the database left off. */
export async function openBooks(instruments: readonly Instrument[], reader: CandleReader, log: Logger): Promise<Books> {
  const books = new Map<string, Book>()
  const listeners = new Set<(tick: Tick) => void>()
  for (const instrument of instruments) {
    const { asset } = instrument
    const book = createBook(instrument)
    const [newest] = await reader.last({ asset, tf: 1, from: 0, to: Number.MAX_SAFE_INTEGER, count: 1 })
    if (newest) book.take(await reader.minutesFrom(asset, newest.openTime - keptMs))
    books.set(asset, book)
  }
  const tell = (tick: Tick) => {
    for (const listener of listeners) {
      try {
        listener(tick)
      } catch (error) {
        // One who fails must not keep the price from the others.
        log.error('A listener to the market failed', error)
      }
    }
  }
  return {
    get: (asset) => books.get(asset),
    current: (asset, tf) => books.get(asset)?.current(tf),
    take: (asset, minutes) => {
      for (const tick of books.get(asset)?.take(minutes) ?? []) tell(tick)
    },
    onTick: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
