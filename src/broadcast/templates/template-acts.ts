import type { ActWords, Declared } from '../../auth/audit.ts'

export const templateAuditActs = {
  'button-template.create': 'audit.acts.button-template.create',
  'button-template.edit': 'audit.acts.button-template.edit',
  'button-template.remove': 'audit.acts.button-template.remove',
} as const satisfies ActWords

declare module '../../auth/audit.ts' {
  interface AuditActs extends Declared<typeof templateAuditActs> {}
}
