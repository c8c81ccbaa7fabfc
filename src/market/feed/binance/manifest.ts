import { manifestOf } from '../exchange/manifest.ts'
import { binance } from './binance.ts'

export const binanceManifest = { ...manifestOf(binance, 'Binance'), hasArchives: true }
