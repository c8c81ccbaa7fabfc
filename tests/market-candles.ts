import type { Candle, MinuteUpdate } from '../src/market/candle.ts'

/**
 * Candles of a timeframe, computed the slow and obvious way, for comparison: of each minute what was said last, all
 * minutes of a candle side by side, volumes summed in whole steps.
 * @param updates  of one asset
 */
export function candlesOf(updates: readonly MinuteUpdate[], tf: number, volumeDigits: number): Candle[] {
  const length = tf * 60_000
  const minutes = new Map<number, MinuteUpdate>()
  for (const update of [...updates].sort((a, b) => Number(a.isClosed) - Number(b.isClosed) || a.time - b.time)) {
    minutes.set(update.openTime, update)
  }
  const groups = Map.groupBy([...minutes.values()], ({ openTime }) => Math.floor(openTime / length) * length)
  const step = 10 ** volumeDigits
  return [...groups]
    .map(([openTime, group]) => {
      const inOrder = group.toSorted((a, b) => a.openTime - b.openTime)
      const steps = inOrder.map(({ volume }) => BigInt(Math.round(volume * step)))
      return {
        openTime,
        open: inOrder[0]?.open ?? Number.NaN,
        high: Math.max(...inOrder.map(({ high }) => high)),
        low: Math.min(...inOrder.map(({ low }) => low)),
        close: inOrder.at(-1)?.close ?? Number.NaN,
        volume: Number(steps.reduce((sum, volume) => sum + volume, 0n)) / step,
      }
    })
    .sort((a, b) => a.openTime - b.openTime)
}
