import rosetta from 'rosetta'
import type { Locale } from './locales.ts'
import { en } from './messages/en.ts'
import { type Messages, ru } from './messages/ru.ts'
import type { Shape } from './messages/shape.ts'

type Leaf = string | ((params: never) => string)
type KeysOf<Dictionary> = {
  [Key in keyof Dictionary & string]: Dictionary[Key] extends Leaf ? Key : `${Key}.${KeysOf<Dictionary[Key]>}`
}[keyof Dictionary & string]

/** Dotted address of a message: `search.placeholder`. A key that is not in the Russian dictionary does not compile. */
export type MessageKey = KeysOf<Messages>
export type Params = Record<string, string | number>
export type Translate = (key: MessageKey, params?: Params) => string

const dictionaries = rosetta<Shape<Messages>>({ ru, en })

/** The messages of one language; `{{name}}` in a message is filled from `params`. */
export function translator(locale: Locale): Translate {
  return (key, params) => dictionaries.t(key, params, locale)
}
