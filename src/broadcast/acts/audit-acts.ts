import type { ActMessages, DeclaredActs } from '../../auth/audit.ts'

export const broadcastAuditActs = {
  'broadcast.create': 'audit.acts.broadcast.create',
  'broadcast.edit': 'audit.acts.broadcast.edit',
  'broadcast.approve': 'audit.acts.broadcast.approve',
  'broadcast.schedule': 'audit.acts.broadcast.schedule',
  'broadcast.unschedule': 'audit.acts.broadcast.unschedule',
  'broadcast.start': 'audit.acts.broadcast.start',
  'broadcast.pause': 'audit.acts.broadcast.pause',
  'broadcast.resume': 'audit.acts.broadcast.resume',
  'broadcast.cancel': 'audit.acts.broadcast.cancel',
  'broadcast.winner': 'audit.acts.broadcast.winner',
  'broadcast.retry': 'audit.acts.broadcast.retry',
  'broadcast.assume': 'audit.acts.broadcast.assume',
  'broadcast.resend': 'audit.acts.broadcast.resend',
  'broadcast.reactivate': 'audit.acts.broadcast.reactivate',
  'broadcast.edit-sent': 'audit.acts.broadcast.edit-sent',
  'broadcast.delete-sent': 'audit.acts.broadcast.delete-sent',
  'broadcast.remove': 'audit.acts.broadcast.remove',
  'broadcast.test': 'audit.acts.broadcast.test',
  'broadcast.file': 'audit.acts.broadcast.file',
  'broadcast.export': 'audit.acts.broadcast.export',
} as const satisfies ActMessages

export type BroadcastActName = keyof typeof broadcastAuditActs

declare module '../../auth/audit.ts' {
  interface AuditActs extends DeclaredActs<typeof broadcastAuditActs> {}
}
