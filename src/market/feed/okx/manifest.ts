import { manifestOf } from '../exchange/manifest.ts'
import { okx } from './okx.ts'

/** Fees of a regular user on 2026-11-30: https://www.okx.com/fees */
const fees = { venue: 'OKX', makerFee: 800, takerFee: 1000 }

export const okxManifest = manifestOf(okx, fees)
