import { isMessageKey, type Translate } from '../../i18n/translate.ts'
import type { BotRow } from '../running/runner-queries.ts'
import type { PlannedBot } from './owner-queries.ts'

export interface NamedBot {
  row: Pick<BotRow, 'userId' | 'name' | 'asset'>
  plan: Pick<PlannedBot['plan'], 'strategy'>
}

/** Returns the name that the owner gave the bot. Public and unnamed bots get a name in the reader's language. */
export function nameOf(t: Translate, { row: { userId, name, asset }, plan: { strategy } }: NamedBot): string {
  const key = `bots.shownNames.${name}`
  if (userId === null && isMessageKey(key)) return t(key)
  const strategyKey = `bots.strategies.${strategy}`
  return name || `${asset} · ${isMessageKey(strategyKey) ? t(strategyKey) : strategy}`
}
