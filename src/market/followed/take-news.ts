import type { z } from 'zod'
import type { marketNews } from './process-topics.ts'
import type { RenewableBooks } from './renewable-books.ts'
import type { Unwritten } from './unwritten.ts'

export interface TakeNewsDeps {
  books: Pick<RenewableBooks, 'current' | 'take' | 'judge'>
  unwritten: Pick<Unwritten, 'note'>
}

/** Applies a news message of the feed's process to the candle windows, and notes what that process has yet to write. */
export function takeNews(
  { books, unwritten }: TakeNewsDeps,
  { number, minutes, missing }: Pick<z.infer<typeof marketNews.payload>, 'number' | 'minutes' | 'missing'>,
): void {
  for (const [asset, ofAsset] of Map.groupBy(minutes, (minute) => minute.asset)) {
    for (const { openTime, isClosed } of ofAsset) {
      const newest = books.current(asset, 1)?.openTime ?? openTime
      if (isClosed || openTime !== newest) unwritten.note(asset, Math.min(openTime, newest), number)
    }
    books.take(asset, ofAsset)
  }
  for (const { asset, ...span } of missing) books.judge(asset, span)
}
