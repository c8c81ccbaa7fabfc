/** Reasons of a paused broadcast, and outcomes of a recipient. Each has a text. */
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
