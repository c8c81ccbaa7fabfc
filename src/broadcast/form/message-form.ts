import { locales } from '../../i18n/locales.ts'
import type {
  Button,
  ButtonAction,
  LocaleTexts,
  Media,
  MediaKind,
  MessageContent,
} from '../../telegram/message/content.ts'

/* Fields of a message in a form: `text.ru`, `media.0.kind`, `button.0.1.action`. Read by the server and by the editor. */

export const buttonActions = ['url', 'callback', 'webApp', 'copyText'] as const
export type ActionName = (typeof buttonActions)[number]

/** In the order in which a list shows them, without the zod of `content.ts` */
export const formKinds = ['photo', 'video', 'document', 'audio', 'animation'] as const satisfies readonly MediaKind[]

/** Name of the submit buttons that only change the form; their values are those of `changeForm` */
export const changeField = 'change'
export const templateField = 'template'

/** Of what is read at all, far beyond what Telegram takes: what is wrong with it is told. */
const most = { media: 15, rows: 110, rowButtons: 110, text: 20_000, short: 2000 } as const

/** Characters of a name that an uploaded file is kept with */
export const longestFileName = 200

/** By their names. A box that is not ticked sends nothing. */
export type SentFields = Readonly<Record<string, string>>

/** Blank rows stay: they are what somebody is just filling in. */
export function contentIn(sent: SentFields): MessageContent {
  return {
    text: textsIn(sent, 'text', most.text),
    media: mediaIn(sent),
    buttons: rowsIn(sent),
    hasLinkPreview: sent.hasLinkPreview === 'on',
    isSilent: sent.isSilent === 'on',
    isProtected: sent.isProtected === 'on',
  }
}

export function rowsIn(sent: SentFields): Button[][] {
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

function buttonIn(sent: SentFields, name: string): Button {
  return {
    text: textsIn(sent, name, most.short),
    ...withAction(sent[`${name}.action`], shortIn(sent, `${name}.value`)),
  }
}

function mediaIn(sent: SentFields): Media[] {
  const media: Media[] = []
  for (let index = 0; index < most.media && `media.${index}.file` in sent; index++) {
    const kind = formKinds.find((known) => known === sent[`media.${index}.kind`]) ?? 'photo'
    const name = shortIn(sent, `media.${index}.name`).slice(0, longestFileName)
    media.push({ kind, file: shortIn(sent, `media.${index}.file`), ...(name !== '' && { name }) })
  }
  return media
}

function shortIn(sent: SentFields, name: string): string {
  return (sent[name] ?? '').trim().slice(0, most.short)
}

function textsIn(sent: SentFields, name: string, longest: number): LocaleTexts {
  return Object.fromEntries(
    locales.flatMap((locale) => {
      const text = (sent[`${name}.${locale}`] ?? '').replaceAll('\r\n', '\n').slice(0, longest)
      return text.trim() === '' ? [] : [[locale, text]]
    }),
  )
}
