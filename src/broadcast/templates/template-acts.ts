import type { ActMessages, DeclaredActs } from '../../auth/audit.ts'

export const templateAuditActs = {
  'button-template.create': 'audit.acts.button-template.create',
  'button-template.edit': 'audit.acts.button-template.edit',
  'button-template.remove': 'audit.acts.button-template.remove',
} as const satisfies ActMessages

declare module '../../auth/audit.ts' {
  interface AuditActs extends DeclaredActs<typeof templateAuditActs> {}
}
