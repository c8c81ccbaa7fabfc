import type { Logger } from '../log/logger.ts'
import { type Book, createBook } from './book.ts'
import type { MinuteUpdate, Tick } from './candle.ts'
import type { Instrument } from './instrument.ts'
import { retentionMs } from './minute-window.ts'
import type { CandleReader } from './queries.ts'
import type { Timeframe } from './timeframe.ts'

export interface Books {
  get(asset: string): Book | undefined
  current(asset: string, tf: Timeframe): Tick | undefined
  take(asset: string, minutes: readonly MinuteUpdate[]): void
  onTick(listener: (tick: Tick) => void): () => void
}

export async function openBooks(instruments: readonly Instrument[], reader: CandleReader, log: Logger): Promise<Books> {
  const books = new Map<string, Book>()
  const listeners = new Set<(tick: Tick) => void>()
  for (const { asset } of instruments) {
    const book = createBook(asset)
    const [newest] = await reader.last({ asset, tf: 1, from: 0, to: Number.MAX_SAFE_INTEGER, count: 1 })
    if (newest) book.take(await reader.minutesFrom(asset, newest.openTime - retentionMs))
    books.set(asset, book)
  }
  const emit = (tick: Tick) => {
    for (const listener of listeners) {
      try {
        listener(tick)
      } catch (error) {
        log.error('A listener to the market failed', error)
      }
    }
  }
  return {
    get: (asset) => books.get(asset),
    current: (asset, tf) => books.get(asset)?.current(tf),
    take: (asset, minutes) => {
      for (const tick of books.get(asset)?.take(minutes) ?? []) emit(tick)
    },
    onTick: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
