import { createListeners } from '../events/listeners.ts'
import type { Logger } from '../log/logger.ts'
import { type Book, type BookNews, createBook } from './book.ts'
import type { MinuteUpdate, Tick } from './candle.ts'
import type { Instrument } from './instrument.ts'
import { retentionMs } from './minute-window.ts'
import type { CandleReader } from './queries.ts'
import { allTime, type Span } from './span.ts'
import type { Timeframe } from './timeframe.ts'

export interface Books {
  get(asset: string): Book | undefined
  current(asset: string, tf: Timeframe): Tick | undefined
  /** @returns the changed part of the past: see `BookNews` */
  take(asset: string, minutes: readonly MinuteUpdate[]): Span | undefined
  judge(asset: string, missing: Span): void
  onTick(listener: (tick: Tick) => void): () => void
  /** See `Market.onClose` */
  onClose(listener: (close: Tick) => void): () => void
}

export interface BooksOptions {
  instruments: readonly Instrument[]
  reader: Pick<CandleReader, 'minuteEnds' | 'minuteListsFrom'>
  /** Spans that end after `time`, ms UTC, and are confirmed missing at the source */
  missingSince(asset: string, time: number): Promise<Span[]>
  /** Start of the history, ms UTC */
  horizon(): number
  log: Logger
}

/** Log message for a market listener that throws */
export const listenerFailed = 'A market listener failed'

export async function openBooks({ instruments, reader, missingSince, horizon, log }: BooksOptions): Promise<Books> {
  const books = new Map<string, Book>()
  for (const { asset } of instruments) {
    const ends = await reader.minuteEnds({ asset, ...allTime })
    const since = ends && ends.last - retentionMs
    const stored =
      since === undefined
        ? undefined
        : { minutes: await reader.minuteListsFrom(asset, since), missing: await missingSince(asset, since) }
    books.set(asset, createBook(asset, { stored, horizon }))
  }
  const ticks = createListeners<[Tick]>(log, listenerFailed)
  const closes = createListeners<[Tick]>(log, listenerFailed)
  const tell = (news: BookNews | undefined) => {
    for (const close of news?.settled ?? []) closes.tell(close)
    for (const tick of news?.ticks ?? []) ticks.tell(tick)
    return news?.corrected
  }
  return {
    get: (asset) => books.get(asset),
    current: (asset, tf) => books.get(asset)?.current(tf),
    take: (asset, minutes) => tell(books.get(asset)?.take(minutes)),
    judge: (asset, missing) => void tell(books.get(asset)?.judge(missing)),
    onTick: ticks.on,
    onClose: closes.on,
  }
}
