import type { ActMessages, DeclaredActs } from '../../auth/audit.ts'

export const seriesAuditActs = {
  'series.create': 'audit.acts.series.create',
  'series.edit': 'audit.acts.series.edit',
  'series.step': 'audit.acts.series.step',
  'series.step-edit': 'audit.acts.series.step-edit',
  'series.step-move': 'audit.acts.series.step-move',
  'series.step-approve': 'audit.acts.series.step-approve',
  'series.step-remove': 'audit.acts.series.step-remove',
  'series.start': 'audit.acts.series.start',
  'series.stop': 'audit.acts.series.stop',
  'series.remove': 'audit.acts.series.remove',
} as const satisfies ActMessages

declare module '../../auth/audit.ts' {
  interface AuditActs extends DeclaredActs<typeof seriesAuditActs> {}
}
