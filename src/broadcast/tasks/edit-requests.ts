import { followsAlbum, type MessageRequest, requestsFor } from '../../telegram/message/requests.ts'
import type { BroadcastContent } from '../content.ts'
import { contentOf } from '../variants/variants.ts'
import type { SentRow } from './task-queries.ts'

/** Returns the request that updates a sent message; undefined if that part has neither text nor buttons. */
export function editRequest(whole: BroadcastContent, row: SentRow, broadcastId: string): MessageRequest | undefined {
  const { chatId, part, locale, name, messageId } = row
  if (!messageId) return undefined
  const content = contentOf(whole, row.variant)
  const request = requestsFor(content, { chatId, locale, name }, { broadcastId })[part]
  if (!request || (part === 0 && followsAlbum(content))) return undefined
  const { text, caption, parse_mode, link_preview_options, reply_markup } = request.params
  const to = { chat_id: chatId, message_id: messageId }
  if (text !== undefined) {
    const given = present({ parse_mode, link_preview_options, reply_markup })
    return { method: 'editMessageText', params: { ...to, text, ...given } }
  }
  const item = Array.isArray(request.params.media) ? request.params.media[0] : undefined
  const shown = present({ caption: caption ?? item?.caption, parse_mode: parse_mode ?? item?.parse_mode, reply_markup })
  return { method: 'editMessageCaption', params: { ...to, ...shown } }
}

/** Deletes all messages of an album at once. Source: https://core.telegram.org/bots/api#deletemessages */
export function deleteRequest({ chatId, messageId, messages }: SentRow): MessageRequest | undefined {
  if (!messageId) return undefined
  const ids = Array.from({ length: messages }, (_, index) => messageId + index)
  if (ids.length > 1) return { method: 'deleteMessages', params: { chat_id: chatId, message_ids: ids } }
  return { method: 'deleteMessage', params: { chat_id: chatId, message_id: messageId } }
}

function present(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}
