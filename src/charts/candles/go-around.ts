import type { DecimalCandle } from '../../market/candle.ts'
import type { createLoader } from './candle-loader.ts'
import type { LoadedCandles } from './candle-pages.ts'

/** Result of a move; `before`: the moment is before the first candle of the market, which opened at `first`, ms UTC */
export type AroundOutcome = { status: 'shown' | 'failed' } | { status: 'before'; first: number }

export interface AroundOptions {
  /** Length of a candle, ms */
  tfMs: number
  kept: LoadedCandles
  pageSize: number
  load: ReturnType<typeof createLoader>['load']
  onMoved(): void
  /** Called when the current candle is loaded again. Ticks since the request were missed. @param from  ms UTC */
  onLive(from: number): void
}

/**
 * Loads the candles around a moment, ms UTC, or the newest ones, in place of all others. This file is loaded with the
 * first call. It imports only types: shared code would be split off into another file of the page.
 */
export async function goAround(
  { tfMs, kept, pageSize, load, onMoved, onLive }: AroundOptions,
  moment?: number,
): Promise<AroundOutcome> {
  const ask = (range: Parameters<typeof load>[0]) =>
    new Promise<DecimalCandle[] | undefined>((resolve) => load(range, resolve, () => resolve(undefined)))
  const isLoaded = () => {
    const [first, last] = [kept.candles[0]?.openTime, kept.candles.at(-1)?.openTime]
    if (moment === undefined || first === undefined || last === undefined) return moment === undefined && kept.isLive
    return moment >= first && (kept.isLive || moment <= last)
  }
  if (!isLoaded()) {
    // Half of the page is after the moment, unless candles are missing there.
    const to = moment === undefined ? Number.POSITIVE_INFINITY : moment + (pageSize / 2) * tfMs
    const isLive = to > Date.now()
    const page = await ask({ ...(!isLive && { to }), limit: pageSize })
    if (!page) return { status: 'failed' }
    if (moment !== undefined && !(page[0] && page[0].openTime <= moment)) {
      const [oldest] = (await ask({ from: 0, limit: 1 })) ?? []
      if (!oldest) return { status: 'failed' }
      if (moment < oldest.openTime) return { status: 'before', first: oldest.openTime }
    }
    kept.list++
    Object.assign(kept, { candles: page, isWhole: page.length < pageSize, isLive })
    kept.set({ newest: page.length > 0 ? 'ready' : 'empty', older: 'more' })
    if (isLive) onLive(page.at(-1)?.openTime ?? 0)
  }
  onMoved()
  return { status: 'shown' }
}
