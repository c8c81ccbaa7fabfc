import type { MessageKey, Params } from '../../i18n/translate.ts'

/** What Telegram would refuse, or, as a note, do otherwise than one may expect */
export interface MessageProblem {
  /** `text.ru`, `media`, `media.0.file`, `buttons`, `buttons.0`, `buttons.0.1.url`, `buttons.0.1.text` */
  field: string
  key: MessageKey
  params?: Params | undefined
  /** The words of Telegram's server, where it has any */
  telegram?: string | undefined
  /** It may be sent as it is */
  isNote?: boolean | undefined
}
