import { InputFile } from 'grammy'
import { z } from 'zod'
import { type Media, type MediaKind, mediaKinds } from '../message/content.ts'
import { mediaMethods } from '../message/requests.ts'
import { type BotApiOptions, createBotApi } from './bot-api.ts'
import type { ApiOutcome } from './outcome.ts'

export type SendFileOutcome = Exclude<ApiOutcome, { status: 'sent' }> | { status: 'sent'; media: Media }

export interface FileSender {
  botId: number
  /** Silently. Telegram keeps it for this bot from then on: `media` is what it is called by, and what it was taken for. */
  send(to: { chatId: number; kind: MediaKind; file: File }): Promise<SendFileOutcome>
}

/** Tens of megabytes over a slow line */
const uploadSeconds = 120

const named = z.object({ file_id: z.string() })
/** A photo in all its sizes, the largest last */
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
      const input = new InputFile(() => file.stream(), file.name)
      const outcome = await api.call(mediaMethods[kind], { chat_id: chatId, [kind]: input, disable_notification: true })
      return outcome.status === 'sent' ? { status: 'sent', media: mediaIn(outcome.result, kind) } : outcome
    },
  }
}

/** A video without sound becomes an animation, whatever it was sent as. */
function mediaIn(result: unknown, wanted: MediaKind): Media {
  const message = sentMessage.parse(result)
  for (const kind of [wanted, ...mediaKinds]) {
    const file = message[kind]?.file_id
    if (file !== undefined) return { kind, file }
  }
  throw new Error('Telegram has taken a file and names none')
}
