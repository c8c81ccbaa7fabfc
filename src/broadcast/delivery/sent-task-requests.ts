import type { MessageContent } from '../../telegram/message/content.ts'
import { type MessageRequest, requestsFor } from '../../telegram/message/requests.ts'
import type { SentRow } from './sent-task-queries.ts'

/** One after the other; an album is as many messages with ids in a row. */
export function deleteRequests({ chatId, messageId, messages }: SentRow): MessageRequest[] {
  if (!messageId) return []
  return Array.from({ length: messages }, (_, at) => ({
    method: 'deleteMessage',
    params: { chat_id: chatId, message_id: messageId + at },
  }))
}

/** The text and the buttons as they are now; media stay as they were sent. */
export function editRequests(content: MessageContent, broadcastId: string, row: SentRow): MessageRequest[] {
  const { chatId, messageId, part, locale, name } = row
  const request = requestsFor(content, { chatId, locale, name }, { broadcastId })[part]
  if (!messageId || !request) return []
  const to = { chat_id: chatId, message_id: messageId }
  const { text, caption, parse_mode, link_preview_options, reply_markup, media } = request.params
  if (request.method === 'sendMessage') {
    const params = defined({ ...to, text, parse_mode, link_preview_options, reply_markup })
    return [{ method: 'editMessageText', params }]
  }
  const [first] = Array.isArray(media) ? media : [{ caption, parse_mode }]
  const params = defined({ ...to, caption: first.caption, parse_mode: first.parse_mode, reply_markup })
  return [{ method: 'editMessageCaption', params }]
}

function defined(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}
