import { type Locale, locales } from '../../i18n/locales.ts'
import type {
  Button,
  ButtonAction,
  LocaleTexts,
  Media,
  MediaKind,
  MessageContent,
} from '../../telegram/message/content.ts'
import type { BroadcastContent } from '../content.ts'
import { maxVariants } from '../variant-limits.ts'

/* Names of message fields, such as `text.ru`, `media.0.kind`, `button.0.1.action`; for both server and editor. */

export const buttonActions = ['url', 'callback', 'webApp', 'copyText'] as const
export type ActionName = (typeof buttonActions)[number]

/** Kinds of media in display order; defined here, to keep the zod of `content.ts` out of browsers */
export const formKinds = ['photo', 'video', 'document', 'audio', 'animation'] as const satisfies readonly MediaKind[]

/** Name of submit buttons that only change the form; `changeForm` interprets their values */
export const changeField = 'change'
export const templateField = 'template'

/** Max items and lengths that are read from a form: far above Telegram's limits, so that an excess can be reported. */
const most = { media: 15, rows: 110, rowButtons: 110, text: 20_000, short: 2000 } as const

/** Max length of the name stored with an uploaded file, characters */
export const maxFileName = 200

/** Values of a submitted form by field name. An unchecked box sends no value. */
export type SubmittedFields = Readonly<Record<string, string>>

/** Reads a message from a form. Blank rows are kept, because the user may be filling them in. */
export function contentIn(sent: SubmittedFields): MessageContent {
  return {
    text: textsIn(sent, 'text', most.text),
    media: mediaIn(sent),
    buttons: rowsIn(sent),
    hasLinkPreview: sent.hasLinkPreview === 'on',
    isSilent: sent.isSilent === 'on',
    isProtected: sent.isProtected === 'on',
  }
}

export function rowsIn(sent: SubmittedFields): Button[][] {
  const rows: Button[][] = []
  for (let row = 0; row < most.rows && (`row.${row}` in sent || `button.${row}.0.action` in sent); row++) {
    const buttons: Button[] = []
    for (let place = 0; place < most.rowButtons && `button.${row}.${place}.action` in sent; place++) {
      buttons.push(buttonIn(sent, `button.${row}.${place}`))
    }
    rows.push(buttons)
  }
  return rows
}

export function actionOf(button: ButtonAction): { action: ActionName; value: string } {
  if ('url' in button) return { action: 'url', value: button.url }
  if ('webApp' in button) return { action: 'webApp', value: button.webApp }
  if ('copyText' in button) return { action: 'copyText', value: button.copyText }
  return { action: 'callback', value: button.callback }
}

export function withAction(action: string | undefined, value: string): ButtonAction {
  switch (action) {
    case 'callback':
      return { callback: value }
    case 'webApp':
      return { webApp: value }
    case 'copyText':
      return { copyText: value }
    default:
      return { url: value }
  }
}

function buttonIn(sent: SubmittedFields, name: string): Button {
  return {
    text: textsIn(sent, name, most.short),
    ...withAction(sent[`${name}.action`], shortIn(sent, `${name}.value`)),
  }
}

function mediaIn(sent: SubmittedFields): Media[] {
  const media: Media[] = []
  for (let index = 0; index < most.media && `media.${index}.file` in sent; index++) {
    const kind = formKinds.find((known) => known === sent[`media.${index}.kind`]) ?? 'photo'
    const name = shortIn(sent, `media.${index}.name`).slice(0, maxFileName)
    media.push({ kind, file: shortIn(sent, `media.${index}.file`), ...(name !== '' && { name }) })
  }
  return media
}

function shortIn(sent: SubmittedFields, name: string): string {
  return (sent[name] ?? '').trim().slice(0, most.short)
}

function textsIn(sent: SubmittedFields, name: string, longest: number): LocaleTexts {
  return Object.fromEntries(
    locales.flatMap((locale) => {
      const text = (sent[`${name}.${locale}`] ?? '').replaceAll('\r\n', '\n').slice(0, longest)
      return text.trim() === '' ? [] : [[locale, text]]
    }),
  )
}

/** Field name of the second and further variants: `variant.1.ru` */
export const variantField = (variant: number, locale: Locale): string => `variant.${variant}.${locale}`

/** Max characters, as for the first text */
const maxText = 20_000

/** Reads the further texts of a form, up to `maxVariants` in total, including blank ones. */
export function variantTextsIn(sent: Readonly<Record<string, unknown>>): LocaleTexts[] {
  return Array.from({ length: maxVariants - 1 }, (_, index) =>
    Object.fromEntries(
      locales.flatMap((locale) => {
        const value = [sent[variantField(index + 1, locale)]].flat().at(-1)
        const text = typeof value === 'string' ? value.replaceAll('\r\n', '\n').slice(0, maxText) : ''
        return text.trim() === '' ? [] : [[locale, text]]
      }),
    ),
  )
}

/** Keeps the written texts; a blank one between them is dropped. */
export function withVariants(content: BroadcastContent, texts: readonly LocaleTexts[]): BroadcastContent {
  const { variants: _, ...whole } = content
  const written = texts.filter((text) => Object.keys(text).length > 0)
  return written.length > 0 ? { ...whole, variants: written } : whole
}
