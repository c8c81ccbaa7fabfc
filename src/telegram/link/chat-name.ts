import type { SubscriberRow } from '../subscribers/subscriber-queries.ts'

/** What a name could pass for a user name with, or end the quotation that it is shown in; what is drawn as nothing */
const misleading = /[@＠﹫"«»“”„‟\p{Default_Ignorable_Code_Point}]/gu

/** `Анна (@anna)`, or `Анна (42)`: names are anybody's to choose, user names and numbers are one chat's. */
export function chatName({ chatId, name, username }: Pick<SubscriberRow, 'chatId' | 'name' | 'username'>): string {
  const chosen = chosenName(name)
  const own = username === null ? String(chatId) : `@${username}`
  return chosen === '' ? own : `${chosen} (${own})`
}

/** What people have chosen to be called, where it stands among words of ours. */
export function chosenName(name: string): string {
  return name.replace(misleading, '').replace(/\s+/g, ' ').trim()
}
