import { InputFile } from 'grammy'
import { z } from 'zod'
import { type Media, type MediaKind, mediaKinds } from '../message/content.ts'
import { mediaMethods } from '../message/requests.ts'
import { type BotApiOptions, createBotApi } from './bot-api.ts'
import type { ApiOutcome } from './outcome.ts'

type SendFileOutcome = Exclude<ApiOutcome, { status: 'sent' }> | { status: 'sent'; media: Media }

export interface FileSender {
  botId: number
  /**
   * Sends a file silently. Telegram then stores the file for this bot: `media` has its file_id, and the kind of media
   * that Telegram chose.
   */
  send(to: { chatId: number; kind: MediaKind; file: File }): Promise<SendFileOutcome>
}

/** Timeout of an upload, seconds: enough for tens of megabytes over a slow line */
export const uploadSeconds = 120

const named = z.object({ file_id: z.string() })
/** Media of a sent message. A photo has all its sizes, the largest last; it alone is used. */
const sentMessage = z.object({
  photo: z
    .array(named)
    .transform((sizes) => sizes.at(-1))
    .optional(),
  video: named.optional(),
  document: named.optional(),
  audio: named.optional(),
  animation: named.optional(),
})

export function createFileSender({ timeoutSeconds = uploadSeconds, ...options }: BotApiOptions): FileSender {
  const api = createBotApi({ ...options, timeoutSeconds })
  return {
    botId: api.botId,
    send: async ({ chatId, kind, file }) => {
      const input = new InputFile(() => file.stream(), file.name ? quoted(file.name) : undefined)
      const outcome = await api.call(mediaMethods[kind], {
        chat_id: chatId,
        [kind]: input,
        disable_notification: true,
        ...(kind === 'document' && { disable_content_type_detection: true }),
      })
      if (outcome.status !== 'sent') return outcome
      const media = mediaIn(outcome.result, kind)
      return media ? { status: 'sent', media } : { status: 'refused', kind: 'other', error: unsupportedKind }
    },
  }
}

const unsupportedKind =
  'Telegram made it a voice message or sticker, which no broadcast can send: upload it as a document'

/** Quotes a file name: the library writes it into a header unchanged; Telegram ends it at a `;` and URL-decodes it. */
function quoted(name: string): string {
  const escaped = name.replace(/[\r\n]/g, ' ').replace(/[\\"]/g, '\\$&')
  return `"${escaped.replaceAll('%', '%25')}"`
}

/** Returns the file_id in a sent message; undefined if Telegram chose another kind of media. */
export function fileIdIn(message: unknown, kind: MediaKind): string | undefined {
  return sentMessage.safeParse(message).data?.[kind]?.file_id
}

/** Returns the media of a sent message. Telegram may turn a silent video into an animation, also sent as a document. */
function mediaIn(result: unknown, wanted: MediaKind): Media | undefined {
  const message = sentMessage.parse(result)
  for (const kind of [wanted, 'animation', ...mediaKinds] as const) {
    const file = message[kind]?.file_id
    if (file !== undefined) return { kind, file }
  }
  return undefined
}
