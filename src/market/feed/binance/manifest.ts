import { manifestOf } from '../exchange/manifest.ts'
import { binance } from './binance.ts'

/** Fees of a regular user on 2026-11-30: https://www.binance.com/en/fee/schedule */
const fees = { venue: 'Binance', makerFee: 1000, takerFee: 1000 }

export const binanceManifest = { ...manifestOf(binance, fees), hasArchives: true }
