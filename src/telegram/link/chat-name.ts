import type { SubscriberRow } from '../subscribers/subscriber-queries.ts'

/** Characters that imitate a user name, end the quotation around a name, or are invisible */
const misleading = /[@＠﹫"«»“”„‟\p{Default_Ignorable_Code_Point}]/gu

/**
 * Returns a chat's name as `Анна (@anna)` or `Анна (42)`: names are chosen freely, user names and numbers are unique.
 */
export function chatName({ chatId, name, username }: Pick<SubscriberRow, 'chatId' | 'name' | 'username'>): string {
  const chosen = chosenName(name)
  const own = username === null ? String(chatId) : `@${username}`
  return chosen === '' ? own : `${chosen} (${own})`
}

/** Returns a freely chosen name in a form that is safe within our text. */
export function chosenName(name: string): string {
  return name.replace(misleading, '').replace(/\s+/g, ' ').trim()
}
