import { z } from 'zod'

export type RefusalReason =
  /** `malformed`: the payload is not `{ asset, tf }` with a string and a number */
  'malformed' | 'unknown-asset' | 'unknown-timeframe' | 'too-many' | 'too-fast'

export const pairSchema = z.object({ asset: z.string(), tf: z.number() })

const maxEchoed = 32

export function refusalOf(asked: unknown, reason: RefusalReason): ['refused', Record<string, unknown>] {
  const given = typeof asked === 'object' && asked !== null ? asked : {}
  const asset = 'asset' in given && typeof given.asset === 'string' ? given.asset.slice(0, maxEchoed) : null
  const tf = 'tf' in given && typeof given.tf === 'number' ? given.tf : null
  return ['refused', { asset, tf, reason }]
}
