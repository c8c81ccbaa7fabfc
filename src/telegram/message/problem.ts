import type { MessageKey, Params } from '../../i18n/translate.ts'

/** Something that Telegram would refuse, or, as a note, treat in an unexpected way */
export interface MessageProblem {
  /** `text.ru`, `media`, `media.0.file`, `buttons`, `buttons.0`, `buttons.0.1.url`, `buttons.0.1.text` */
  field: string
  key: MessageKey
  params?: Params | undefined
  /** The text of Telegram's server, if it has one */
  telegram?: string | undefined
  /** The message can be sent as it is */
  isNote?: boolean | undefined
}
