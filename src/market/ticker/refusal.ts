import { z } from 'zod'

/** Why a subscription is refused: the `reason` of the event `refused`. */
export type RefusalReason =
  /** Not `{ asset, tf }` with a text and a number */
  | 'malformed'
  | 'unknown-asset'
  | 'unknown-timeframe'
  /** The socket has as many subscriptions as it may */
  | 'too-many'
  /** The socket asks more often than it may */
  | 'too-fast'

/** What the events `subscribe` and `unsubscribe` say. */
export const pairSchema = z.object({ asset: z.string(), tf: z.number() })

/** Longest text that is sent back to who has sent it */
const mostEchoed = 32

/** The event that says what was refused, as far as it can be named. */
export function refusalOf(asked: unknown, reason: RefusalReason): ['refused', Record<string, unknown>] {
  const given = typeof asked === 'object' && asked !== null ? asked : {}
  const asset = 'asset' in given && typeof given.asset === 'string' ? given.asset.slice(0, mostEchoed) : null
  const tf = 'tf' in given && typeof given.tf === 'number' ? given.tf : null
  return ['refused', { asset, tf, reason }]
}
