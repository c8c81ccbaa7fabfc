import type { z } from 'zod'
import type { marketNews } from './process-topics.ts'
import type { RenewableWindows } from './renewable-windows.ts'
import type { Unwritten } from './unwritten.ts'

export interface ApplyNewsDeps {
  windows: Pick<RenewableWindows, 'current' | 'take' | 'markMissing'>
  unwritten: Pick<Unwritten, 'note'>
}

/** Applies a news message of the feed's process to the candle windows, and notes which minutes it has yet to write. */
export function applyNews(
  { windows, unwritten }: ApplyNewsDeps,
  { number, minutes, missing }: Pick<z.infer<typeof marketNews.payload>, 'number' | 'minutes' | 'missing'>,
): void {
  for (const [asset, ofAsset] of Map.groupBy(minutes, (minute) => minute.asset)) {
    for (const { openTime, isClosed } of ofAsset) {
      const newest = windows.current(asset, 1)?.openTime ?? openTime
      if (isClosed || openTime !== newest) unwritten.note(asset, Math.min(openTime, newest), number)
    }
    windows.take(asset, ofAsset)
  }
  for (const { asset, ...span } of missing) windows.markMissing(asset, span)
}
