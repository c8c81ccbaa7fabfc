import type { ActMessages, DeclaredActs } from '../../auth/audit.ts'

export const importActs = {
  'subscriber.import': 'audit.acts.subscriber.import',
} as const satisfies ActMessages

declare module '../../auth/audit.ts' {
  interface AuditActs extends DeclaredActs<typeof importActs> {}
}
