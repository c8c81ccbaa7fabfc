import { manifestOf } from '../exchange/manifest.ts'
import { bybit } from './bybit.ts'

/** Fees of VIP 0 on 2026-11-30: https://www.bybit.com/en/help-center/article/Trading-Fee-Structure */
const fees = { venue: 'Bybit', makerFee: 1000, takerFee: 1000 }

export const bybitManifest = manifestOf(bybit, fees)
