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

/** The fields without a name of a form, last value first: a box that is not ticked sends nothing. */
export type SentFields = Readonly<Record<string, string>>

/** Blank rows stay: they are what somebody is just filling in. */
export function contentIn(sent: SentFields): MessageContent {
  return {
    text: textsIn(sent, 'text'),
    media: mediaIn(sent),
    buttons: rowsIn(sent),
    hasLinkPreview: sent.hasLinkPreview === 'on',
    isSilent: sent.isSilent === 'on',
  }
}

export function rowsIn(sent: SentFields): Button[][] {
  const rows: Button[][] = []
  for (let row = 0; `row.${row}` in sent || `button.${row}.0.action` in sent; row++) {
    const buttons: Button[] = []
    for (let place = 0; `button.${row}.${place}.action` in sent; place++) {
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
  return { text: textsIn(sent, name), ...withAction(sent[`${name}.action`], (sent[`${name}.value`] ?? '').trim()) }
}

function mediaIn(sent: SentFields): Media[] {
  const media: Media[] = []
  for (let index = 0; `media.${index}.file` in sent; index++) {
    const kind = formKinds.find((known) => known === sent[`media.${index}.kind`]) ?? 'photo'
    media.push({ kind, file: (sent[`media.${index}.file`] ?? '').trim() })
  }
  return media
}

function textsIn(sent: SentFields, name: string): LocaleTexts {
  return Object.fromEntries(
    locales.flatMap((locale) => {
      const text = (sent[`${name}.${locale}`] ?? '').replaceAll('\r\n', '\n')
      return text.trim() === '' ? [] : [[locale, text]]
    }),
  )
}
