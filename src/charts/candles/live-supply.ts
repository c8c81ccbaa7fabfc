import { fetchCandles } from './candle-loader.ts'
import type { CandleSupply } from './candle-supply.ts'
import { keepCurrent } from './keep-current.ts'

export const liveSupply: CandleSupply = { fetchCandles, follow: keepCurrent }
