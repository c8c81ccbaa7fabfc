import { manifestOf } from '../exchange/manifest.ts'
import { okx } from './okx.ts'

export const okxManifest = manifestOf(okx, 'OKX')
