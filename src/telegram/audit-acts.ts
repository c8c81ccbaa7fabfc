import type { ActWords, Declared } from '../auth/audit.ts'

export const telegramActs = {
  'telegram.link': 'audit.acts.telegram.link',
  'telegram.unlink': 'audit.acts.telegram.unlink',
} as const satisfies ActWords

declare module '../auth/audit.ts' {
  interface AuditActs extends Declared<typeof telegramActs> {}
}
