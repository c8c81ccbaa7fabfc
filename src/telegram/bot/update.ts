import { z } from 'zod'

/** An event in a private chat with the bot, which ignores groups and channels. */
export type Update = { id: number; chatId: number; person: Person } & (
  | { kind: 'text'; text: string }
  | { kind: 'click'; queryId: string; data: string; messageId: number | undefined }
  | { kind: 'membership'; isBlocked: boolean }
)

interface Person {
  name: string
  username: string | null
  /** IETF tag of the language in the person's app */
  language: string | undefined
}

const text = z.string().catch('')
const from = z.object({
  id: z.int(),
  first_name: text,
  last_name: text,
  username: z.string().nullable().catch(null),
  language_code: z.string().optional().catch(undefined),
})
const chat = z.object({ id: z.int(), type: z.literal('private') })

/* Fields of an update that the bot reads: https://core.telegram.org/bots/api#update */
const updateSchema = z.object({
  update_id: z.int(),
  message: z.object({ chat, from, text }).optional().catch(undefined),
  callback_query: z
    .object({
      id: z.string(),
      from,
      data: text,
      message: z.object({ chat, message_id: z.int() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  my_chat_member: z
    .object({ chat, from, new_chat_member: z.object({ status: z.string() }) })
    .optional()
    .catch(undefined),
})

export const updateKinds = ['message', 'callback_query', 'my_chat_member'] as const

/** Parses an update. @returns only the id for an update of another kind; undefined if the input is no update */
export function readUpdate(given: unknown): Update | { id: number; kind: 'other' } | undefined {
  const parsed = updateSchema.safeParse(given)
  if (!parsed.success) return undefined
  const { update_id: id, message, callback_query: click, my_chat_member: membership } = parsed.data
  if (message) return { id, kind: 'text', chatId: message.chat.id, person: personOf(message.from), text: message.text }
  if (click) {
    const { id: queryId, data, message: under } = click
    const person = personOf(click.from)
    // The id of a private chat is that of the person in the chat.
    return { id, kind: 'click', chatId: click.from.id, person, queryId, data, messageId: under?.message_id }
  }
  if (!membership) return { id, kind: 'other' }
  const isBlocked = membership.new_chat_member.status === 'kicked'
  return { id, kind: 'membership', chatId: membership.chat.id, person: personOf(membership.from), isBlocked }
}

function personOf({ first_name, last_name, username, language_code }: z.infer<typeof from>): Person {
  return { name: `${first_name} ${last_name}`.trim().slice(0, 200), username, language: language_code }
}
