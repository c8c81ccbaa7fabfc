import { paths } from '../../paths.ts'
import { readCandleRows } from './candle-list.ts'
import type { FetchCandles } from './candle-loader.ts'

export const fetchCandles: FetchCandles = async ({ asset, tf, from, to, limit }, signal) => {
  const query = new URLSearchParams({ asset, tf: String(tf), limit: String(limit) })
  if (from !== undefined) query.set('from', String(from))
  if (to !== undefined) query.set('to', String(to))
  // The browser must revalidate: responses are cached for a second, so a cached one may lack a correction made a moment
  // ago.
  const response = await fetch(`${paths.marketCandles}?${query}`, { signal, cache: 'no-cache' })
  if (!response.ok) throw new Error(`Candles of ${asset}: the server responded with ${response.status}`)
  const candles = readCandleRows(await response.json())
  if (!candles) throw new Error(`Candles of ${asset}: unexpected response format`)
  return candles
}
