import type { ActMessages, DeclaredActs } from '../auth/audit.ts'

/** Audited actions of the operator on other people's bots. Actions of owners are logged only in the bot's own log. */
export const botActs = {
  'bot.start': 'audit.acts.bot.start',
  'bot.pause': 'audit.acts.bot.pause',
  'bot.resume': 'audit.acts.bot.resume',
  'bot.stop': 'audit.acts.bot.stop',
} as const satisfies ActMessages

declare module '../auth/audit.ts' {
  interface AuditActs extends DeclaredActs<typeof botActs> {}
}
