import rosetta from 'rosetta'
import type { Locale } from './locales.ts'
import { en } from './messages/en.ts'
import { type Messages, ru } from './messages/ru.ts'
import type { Shape } from './messages/shape.ts'

type Leaf = string | ((params: never) => string)
type KeysOf<Dictionary> = {
  [Key in keyof Dictionary & string]: Dictionary[Key] extends Leaf ? Key : `${Key}.${KeysOf<Dictionary[Key]>}`
}[keyof Dictionary & string]

/**
 * Key of a message, such as `search.placeholder`. A key that is missing from the Russian dictionary does not compile.
 */
export type MessageKey = KeysOf<Messages>
export type Params = Record<string, string | number>
export type Translate = (key: MessageKey, params?: Params) => string

const dictionaries = rosetta<Shape<Messages>>({ ru, en } satisfies Record<Locale, Shape<Messages>>)

const translators: Record<Locale, Translate> = { ru: createTranslator('ru'), en: createTranslator('en') }

/** Returns the function that translates message keys into a locale. It fills `{{name}}` in a message from `params`. */
export function translator(locale: Locale): Translate {
  return translators[locale]
}

/**
 * Creates the translate function of a locale. Messages without parameters are cached: a page uses two hundred, and the
 * library parses each key at each call.
 */
function createTranslator(locale: Locale): Translate {
  const plain = new Map<MessageKey, string>()
  return (key, params) => {
    if (params) return dictionaries.t(key, params, locale)
    const known = plain.get(key) ?? dictionaries.t(key, params, locale)
    plain.set(key, known)
    return known
  }
}

/** Whether a message with this key exists, for keys that come from untyped sources. */
export function isMessageKey(key: string): key is MessageKey {
  let found: unknown = ru
  for (const name of key.split('.')) {
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, name) ? Reflect.get(found, name) : undefined
  }
  return typeof found === 'string' || typeof found === 'function'
}
