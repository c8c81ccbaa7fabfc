import type { Locale } from './locales.ts'
import { en } from './messages/en.ts'
import { ru } from './messages/ru.ts'

export interface PlainMessages {
  [key: string]: string | PlainMessages
}

/**
 * The dictionary of one language as JSON can hold it. Parameters stand as `{{name}}`; a message that bends to its
 * parameters is given in the form for any number: `Найдено {{total}} фрагмента`.
 */
export function plainMessages(locale: Locale): PlainMessages {
  return plain({ ru, en }[locale])
}

function plain(dictionary: object): PlainMessages {
  return Object.fromEntries(Object.entries(dictionary).map(([key, message]) => [key, plainMessage(message)]))
}

function plainMessage(message: unknown): string | PlainMessages {
  if (typeof message === 'function') return String(message(placeholders))
  return typeof message === 'object' && message !== null ? plain(message) : String(message)
}

/** Answers every parameter with its own name in the braces that a message of plain text has. */
const placeholders = new Proxy({}, { get: (_, name) => `{{${String(name)}}}` })
