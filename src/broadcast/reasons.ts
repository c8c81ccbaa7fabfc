/** Reasons of a paused broadcast, and reasons in the outcomes of recipients. Each reason has a text. */
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
