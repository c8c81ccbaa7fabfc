import type { ActWords, Declared } from '../auth/audit.ts'

/** What the operator does with somebody's bot; of their own bots people have the bot's log. */
export const botActs = {
  'bot.start': 'audit.acts.bot.start',
  'bot.pause': 'audit.acts.bot.pause',
  'bot.resume': 'audit.acts.bot.resume',
  'bot.stop': 'audit.acts.bot.stop',
} as const satisfies ActWords

declare module '../auth/audit.ts' {
  interface AuditActs extends Declared<typeof botActs> {}
}
