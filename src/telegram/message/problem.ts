import type { MessageKey, Params } from '../../i18n/translate.ts'

/** A problem of a message: Telegram would refuse it or, for a note, treat it in an unexpected way */
export interface MessageProblem {
  /** Place of the problem: `text.ru`, `media`, `media.0.file`, `buttons`, `buttons.0`, `buttons.0.1.url` or the like */
  field: string
  key: MessageKey
  params?: Params | undefined
  /** Error text of Telegram's server for this problem, if there is one */
  telegram?: string | undefined
  /** Whether the problem is only a note: the message can be sent as it is */
  isNote?: boolean | undefined
}
