import { manifestOf } from '../exchange/manifest.ts'
import { bybit } from './bybit.ts'

export const bybitManifest = manifestOf(bybit, 'Bybit')
