import { createListeners } from '../events/listeners.ts'
import type { Logger } from '../log/logger.ts'
import { type Book, type BookNews, createBook } from './book.ts'
import type { MinuteUpdate, Tick } from './candle.ts'
import type { Instrument } from './instrument.ts'
import { retentionMs } from './minute-window.ts'
import type { CandleReader } from './queries.ts'
import type { SettledClose } from './settling.ts'
import type { Span } from './span.ts'
import { minuteMs, type Timeframe } from './timeframe.ts'

export interface Books {
  get(asset: string): Book | undefined
  current(asset: string, tf: Timeframe): Tick | undefined
  /** @returns the past that has changed: see `BookNews` */
  take(asset: string, minutes: readonly MinuteUpdate[]): Span | undefined
  /** Takes note of minutes that the source does not have. */
  judge(asset: string, missing: Span): void
  onTick(listener: (tick: Tick) => void): () => void
  /** Called after the ticks of the same minutes. */
  onSettle(listener: (asset: string, close: SettledClose) => void): () => void
}

export interface BooksOptions {
  instruments: readonly Instrument[]
  reader: Pick<CandleReader, 'last' | 'minutesFrom'>
  /** Spans that end after a moment, ms UTC, and are known to be missing at the source */
  missingSince(asset: string, time: number): Promise<Span[]>
  log: Logger
}

/** The words of the log for a listener of the market */
export const listenerFailed = 'A listener to the market failed'

export async function openBooks({ instruments, reader, missingSince, log }: BooksOptions): Promise<Books> {
  const books = new Map<string, Book>()
  for (const { asset } of instruments) {
    const [newest] = await reader.last({ asset, tf: 1, from: 0, to: Number.MAX_SAFE_INTEGER, count: 1 })
    const from = (newest?.openTime ?? Number.MAX_SAFE_INTEGER - minuteMs) - retentionMs
    const minutes = newest ? await reader.minutesFrom(asset, from) : []
    books.set(asset, createBook(asset, { minutes, missing: await missingSince(asset, from) }))
  }
  const ticks = createListeners<[Tick]>(log, listenerFailed)
  const closes = createListeners<[string, SettledClose]>(log, listenerFailed)
  const tell = (asset: string, news: BookNews | undefined) => {
    for (const tick of news?.ticks ?? []) ticks.tell(tick)
    for (const close of news?.settled ?? []) closes.tell(asset, close)
    return news?.corrected
  }
  return {
    get: (asset) => books.get(asset),
    current: (asset, tf) => books.get(asset)?.current(tf),
    take: (asset, minutes) => tell(asset, books.get(asset)?.take(minutes)),
    judge: (asset, missing) => void tell(asset, books.get(asset)?.judge(missing)),
    onTick: ticks.on,
    onSettle: closes.on,
  }
}
