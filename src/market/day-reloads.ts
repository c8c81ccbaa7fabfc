import { createBackground } from '../jobs/background.ts'
import type { Logger } from '../log/logger.ts'
import type { CandleWindows } from './candle-windows.ts'
import type { AssetSpan } from './span.ts'

export interface DayReloadsOptions {
  windows: Pick<CandleWindows, 'hasOlderDays' | 'reloadDays'>
  /** Writes the candles that are read next. */
  flush?: (() => Promise<unknown>) | undefined
  log: Pick<Logger, 'error'>
}

/** Keeps the days of weeks and months in memory equal to the stored ones after corrections of the past. */
export interface DayReloads {
  corrected(span: AssetSpan): void
  /** Resolves when all corrections have been read. */
  idle(): Promise<void>
}

export function createDayReloads({ windows, flush, log }: DayReloadsOptions): DayReloads {
  const background = createBackground(log)
  const waiting = new Set<string>()
  return {
    corrected: (span) => {
      const { asset } = span
      if (waiting.has(asset) || !windows.hasOlderDays(span)) return
      waiting.add(asset)
      void background.run('Reading the days of weeks and months', async () => {
        await flush?.()
        waiting.delete(asset)
        await windows.reloadDays(asset)
      })
    },
    idle: background.idle,
  }
}
