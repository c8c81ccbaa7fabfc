import { type Locale, locales } from '../../i18n/locales.ts'
import type { Button, LocaleTexts, Media, MediaKind, MessageContent } from './content.ts'
import { escapeHtml, fill, isBlank, type Recipient, unescaped } from './variables.ts'

export interface MessageRequest {
  method: string
  params: Record<string, unknown>
}

/** Bot API method that sends a single media item of each kind */
export const mediaMethods: Readonly<Record<MediaKind, string>> = {
  photo: 'sendPhoto',
  video: 'sendVideo',
  document: 'sendDocument',
  audio: 'sendAudio',
  animation: 'sendAnimation',
}

/**
 * Returns the requests that send a message to one chat, in sequence: one request, or an album and then the message with
 * its text and buttons. The content must be without faults by `checkMessage`.
 */
export function requestsFor(
  content: MessageContent,
  recipient: Recipient,
  { broadcastId = '' }: { broadcastId?: string } = {},
): MessageRequest[] {
  const text = fill(textIn(content.text, recipient.locale), recipient, escapeHtml)
  const to = {
    chat_id: recipient.chatId,
    ...(content.isSilent && { disable_notification: true }),
    ...(content.isProtected && { protect_content: true }),
  }
  const keyboard = keyboardFor(content, recipient, broadcastId)
  const message = {
    method: 'sendMessage',
    params: {
      ...to,
      text,
      parse_mode: 'HTML',
      ...(!content.hasLinkPreview && { link_preview_options: { is_disabled: true } }),
      ...keyboard,
    },
  }
  const caption = isBlank(text) ? {} : { caption: text, parse_mode: 'HTML' }
  const [first, ...others] = content.media
  if (!first) return [message]
  if (others.length === 0) {
    return [{ method: mediaMethods[first.kind], params: { ...to, [first.kind]: first.file, ...caption, ...keyboard } }]
  }
  const follows = followsAlbum(content)
  const media = content.media.map((each, index) => albumItem(each, index === 0 && !follows ? caption : {}))
  const album = { method: 'sendMediaGroup', params: { ...to, media } }
  return follows ? [album, message] : [album]
}

/** Whether text and buttons are sent as a separate message after an album. */
export function followsAlbum({ media, buttons }: Pick<MessageContent, 'media' | 'buttons'>): boolean {
  return media.length > 1 && buttons.some((row) => row.length > 0)
}

/** Returns the number of requests that send the message to one recipient. */
export function partsOf(content: Pick<MessageContent, 'media' | 'buttons'>): 1 | 2 {
  return followsAlbum(content) ? 2 : 1
}

/** Returns the text in this language, or else in the first that has one. */
export function textIn(texts: LocaleTexts, locale: Locale): string {
  return [locale, ...locales].map((each) => texts[each] ?? '').find((text) => !isBlank(text)) ?? ''
}

export function inEachLocale(text: string): LocaleTexts {
  return Object.fromEntries(locales.map((locale) => [locale, text]))
}

/** Returns the data that Telegram sends for a click; `index` counts the buttons of the whole keyboard. */
export function callbackData(broadcastId: string, index: number): string {
  return `b:${broadcastId}:${index}`
}

function albumItem({ kind, file }: Media, caption: Record<string, unknown>): Record<string, unknown> {
  return { type: kind, media: file, ...caption }
}

function keyboardFor({ buttons }: MessageContent, recipient: Recipient, broadcastId: string) {
  const rows = buttons.filter((row) => row.length > 0)
  if (rows.length === 0) return {}
  let index = 0
  const inline_keyboard = rows.map((row) =>
    row.map((button) => ({
      text: fill(textIn(button.text, recipient.locale), recipient, unescaped),
      ...actionFor(button, recipient, callbackData(broadcastId, index++)),
    })),
  )
  return { reply_markup: { inline_keyboard } }
}

function actionFor(button: Button, recipient: Recipient, data: string): Record<string, unknown> {
  if ('url' in button) return { url: fill(button.url, recipient, encodeURIComponent) }
  if ('webApp' in button) return { web_app: { url: fill(button.webApp, recipient, encodeURIComponent) } }
  if ('copyText' in button) return { copy_text: { text: fill(button.copyText, recipient, unescaped) } }
  return { callback_data: data }
}
