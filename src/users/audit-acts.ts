import type { ActMessages, DeclaredActs } from '../auth/audit.ts'

export const userActs = {
  'user.role': 'audit.acts.user.role',
  'user.ban': 'audit.acts.user.ban',
  'user.unban': 'audit.acts.user.unban',
  'user.reset-link': 'audit.acts.user.reset-link',
  'user.invite': 'audit.acts.user.invite',
  'user.impersonate': 'audit.acts.user.impersonate',
  'user.impersonate-end': 'audit.acts.user.impersonate-end',
  'user.factor-request': 'audit.acts.user.factor-request',
  'user.factor-approve': 'audit.acts.user.factor-approve',
  'user.factor-withdraw': 'audit.acts.user.factor-withdraw',
  'users.export': 'audit.acts.users.export',
  'site.contact': 'audit.acts.site.contact',
} as const satisfies ActMessages

declare module '../auth/audit.ts' {
  interface AuditActs extends DeclaredActs<typeof userActs> {}
}
