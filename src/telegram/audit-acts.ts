import type { ActMessages, DeclaredActs } from '../auth/audit.ts'

export const telegramActs = {
  'telegram.link': 'audit.acts.telegram.link',
  'telegram.unlink': 'audit.acts.telegram.unlink',
} as const satisfies ActMessages

declare module '../auth/audit.ts' {
  interface AuditActs extends DeclaredActs<typeof telegramActs> {}
}
