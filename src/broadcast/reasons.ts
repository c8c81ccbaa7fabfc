/** Why a broadcast has paused, or what has become of a recipient. There are words for each. */
export const reasons = [
  'blocked',
  'gone',
  'unreachable',
  'migrated',
  'content',
  'revoked',
  'errors',
  'strangers',
  'restored',
  'late',
  'other',
  'stopped',
  'deleted',
  'cut-off',
  'unknown',
  'expired',
] as const
export type Reason = (typeof reasons)[number]
