import type { CandleRow, DecimalCandle } from '../../market/candle.ts'

/**
 * Parses candles from rows as in `GET /api/market/candles`. Returns undefined unless `value` is an array of such rows.
 */
export function readCandleRows(value: unknown): DecimalCandle[] | undefined {
  if (!Array.isArray(value)) return undefined
  const rows: unknown[] = value
  const candles = rows.flatMap((row) => (isCandleRow(row) ? [candleOf(row)] : []))
  return candles.length === rows.length ? candles : undefined
}

function isCandleRow(value: unknown): value is CandleRow {
  return Array.isArray(value) && value.length === 6 && value.every((each) => Number.isFinite(each))
}

export function candleOf([openTime, open, high, low, close, volume]: CandleRow): DecimalCandle {
  return { openTime, open, high, low, close, volume }
}

/**
 * Merges two ascending lists of candles. If both contain a candle with the same openTime, the candle from `newer` wins.
 */
export function mergeCandles(list: readonly DecimalCandle[], newer: readonly DecimalCandle[]): DecimalCandle[] {
  const [first, last] = [newer[0], newer.at(-1)]
  if (!first || !last) return [...list]
  const times = new Set(newer.map(({ openTime }) => openTime))
  const kept = list.filter(({ openTime }) => !times.has(openTime))
  if ((kept.at(-1)?.openTime ?? Number.NEGATIVE_INFINITY) < first.openTime) return [...kept, ...newer]
  if ((kept[0]?.openTime ?? Number.POSITIVE_INFINITY) > last.openTime) return [...newer, ...kept]
  return [...kept, ...newer].sort((left, right) => left.openTime - right.openTime)
}

/** Index of the last candle that opened at or before a time (ms UTC); -1 if the time is before the first candle. */
export function indexAt(candles: readonly DecimalCandle[], time: number): number {
  let [low, high] = [0, candles.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((candles[middle]?.openTime ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Position of a time among the candles: 2.5 is halfway from the third to the fourth candle. The position is
 * interpolated in holes and extrapolated beyond both ends.
 */
export function placeOf(candles: readonly DecimalCandle[], time: number, tfMs: number): number | undefined {
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) return undefined
  if (time < first.openTime) return (time - first.openTime) / tfMs
  if (time >= last.openTime) return candles.length - 1 + (time - last.openTime) / tfMs
  const index = indexAt(candles, time)
  const [before, after] = [candles[index] ?? first, candles[index + 1] ?? last]
  return index + (time - before.openTime) / (after.openTime - before.openTime)
}

export function timeAt(candles: readonly DecimalCandle[], place: number, tfMs: number): number | undefined {
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) return undefined
  if (place < 0) return first.openTime + place * tfMs
  if (place >= candles.length - 1) return last.openTime + (place - (candles.length - 1)) * tfMs
  const index = Math.floor(place)
  const [before, after] = [candles[index] ?? first, candles[index + 1] ?? last]
  return before.openTime + (place - index) * (after.openTime - before.openTime)
}
