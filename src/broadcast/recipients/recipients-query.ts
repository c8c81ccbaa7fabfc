import { z } from 'zod'
import { href, paths } from '../../paths.ts'
import { type ListPlace, paramsOf, readSearch } from '../../ui/list/list-place.ts'
import { type RecipientState, recipientStates } from '../recipient-states.ts'

export const maxSearch = 100

/** Cursor of a page of recipients: the page begins after this row. */
export interface RecipientCursor {
  chatId: number
  part: number
}

export interface RecipientList {
  /** Text to find: a chat id, or part of a name */
  search: string
  state?: RecipientState | undefined
  after?: RecipientCursor | undefined
}

const cursorSchema = z
  .string()
  .regex(/^-?\d{1,16}\.\d{1,2}$/)
  .transform((text) => {
    const [chatId, part] = text.split('.')
    return { chatId: Number(chatId), part: Number(part) }
  })
  .optional()
  .catch(undefined)

const listSchema = z.object({
  q: z.string().catch(''),
  state: z.enum(recipientStates).optional().catch(undefined),
  after: cursorSchema,
})

export function readRecipients(params: Record<string, string>): RecipientList {
  const { q, ...rest } = listSchema.parse(params)
  return { ...rest, search: readSearch(q, maxSearch) }
}

export function recipientParams({ search, state, after }: RecipientList): URLSearchParams {
  return paramsOf({ q: search, state, after: after && `${after.chatId}.${after.part}` })
}

export function recipientsPlace(id: string): ListPlace {
  return { name: 'recipients', path: href(paths.broadcastRecipients, { id }) }
}
