import type { ActWords, Declared } from '../../auth/audit.ts'

export const importActs = {
  'subscriber.import': 'audit.acts.subscriber.import',
} as const satisfies ActWords

declare module '../../auth/audit.ts' {
  interface AuditActs extends Declared<typeof importActs> {}
}
