import { isMessageKey, type Translate } from '../i18n/translate.ts'
import type { BotRow } from './running/runner-queries.ts'

/** As its owner has called it; those of nobody are called by the product, in the reader's language. */
export function nameOf(t: Translate, { userId, name }: Pick<BotRow, 'userId' | 'name'>): string {
  const key = `bots.shownNames.${name}`
  return userId === null && isMessageKey(key) ? t(key) : name
}
