import type { Locale } from './locales.ts'
import { en } from './messages/en.ts'
import { ru } from './messages/ru.ts'

export interface PlainMessages {
  [key: string]: string | PlainMessages
}

/**
 * Returns all messages of a locale as plain texts. Parameters are written as `{{name}}`, and plurals use one form:
 * `Найдено {{total}} фрагмента`.
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

const placeholders = new Proxy({}, { get: (_, name) => `{{${String(name)}}}` })
