import { z } from 'zod'
import type { Locale } from '../../i18n/locales.ts'

/** Texts of a message by language. A text missing in one language is taken from the other. */
export type LocaleTexts = { [L in Locale]?: string | undefined }

export const mediaKinds = ['photo', 'video', 'document', 'audio', 'animation'] as const
export type MediaKind = (typeof mediaKinds)[number]

export interface Media {
  kind: MediaKind
  /** The file: a file_id of the bot, or an https address */
  file: string
  /** Name of an uploaded file, shown to users because a file_id is not readable */
  name?: string | undefined
}

export type ButtonAction =
  | { url: string }
  /** Text shown after a click on the button; the data that Telegram returns for the click is `callbackData` */
  | { callback: string }
  | { webApp: string }
  | { copyText: string }
export type Button = { text: LocaleTexts } & ButtonAction

export interface MessageContent {
  /** Text in Telegram's HTML, which may have variables such as `{name|friend}` */
  text: LocaleTexts
  media: Media[]
  /** Rows of the inline keyboard. An album cannot have one: its text and buttons then follow in a separate message */
  buttons: Button[][]
  hasLinkPreview: boolean
  isSilent: boolean
  /** Whether recipients can neither forward nor save the message */
  isProtected: boolean
}

/* Wide limits for the storage of messages; `checkMessage` reports what Telegram refuses. */
export const source = z.string().max(20_000)
const short = z.string().max(2000)
export const localeTexts = (text: z.ZodString) =>
  z.strictObject({ ru: text.optional(), en: text.optional() } satisfies Record<Locale, z.ZodType>)
const label = { text: localeTexts(short) }

const button = z.union([
  z.strictObject({ ...label, url: short }),
  z.strictObject({ ...label, callback: short }),
  z.strictObject({ ...label, webApp: short }),
  z.strictObject({ ...label, copyText: short }),
])

export const buttonRows = z.array(z.array(button).max(240)).max(240) satisfies z.ZodType<Button[][]>

export const messageContent = z.strictObject({
  text: localeTexts(source),
  media: z
    .array(z.strictObject({ kind: z.enum(mediaKinds), file: short, name: z.string().max(200).optional() }))
    .max(20)
    .default([]),
  buttons: buttonRows.default([]),
  hasLinkPreview: z.boolean().default(true),
  isSilent: z.boolean().default(false),
  isProtected: z.boolean().default(false),
}) satisfies z.ZodType<MessageContent>
