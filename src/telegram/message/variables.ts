import type { Locale } from '../../i18n/locales.ts'

export interface Recipient {
  chatId: number
  locale: Locale
  /** May be empty */
  name: string
}

/** UTF-16 code units, as Telegram bounds a first name; a longer one is cut when it is put in. */
export const longestName = 64

/**
 * Among them whose message is the shortest and whose the longest: what stands for a missing name may be longer than any.
 * Ids have at most 52 bits. Source: core.telegram.org/bots/api#chat
 */
export const extremes: readonly Recipient[] = [1, 2 ** 52 - 1].flatMap((chatId) =>
  ['', 'Ж'.repeat(longestName)].map((name): Recipient => ({ chatId, locale: 'ru', name })),
)

/** Whose name a preview puts in */
export const sampleNames: Record<Locale, string> = { ru: 'Анна', en: 'Anna' }

export const variableNames = ['name', 'chat'] as const

const variable = /\{([\p{L}\d_]+)(?:\|([^{}]*))?\}/gu

/**
 * Puts a recipient's values into `{name|friend}`: behind the bar what stands for a missing one, as it is written. In
 * Telegram's HTML a brace of its own is `&#123;`. Names that are no variable stay.
 */
export function fill(template: string, recipient: Recipient, encode: (value: string) => string): string {
  return template.replace(variable, (whole, name: string, fallback = '') => {
    const value = valueFor(name, recipient)
    if (value === undefined) return whole
    return value === '' ? fallback : encode(value)
  })
}

export function unknownVariables(template: string): string[] {
  const names = [...template.matchAll(variable)].map(([, name = '']) => name)
  return [...new Set(names)].filter((name) => !variableNames.some((known) => known === name))
}

export const escapeHtml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
export const asWritten = (value: string): string => value

function valueFor(name: string, { chatId, name: called }: Recipient): string | undefined {
  if (name === 'name') return cut(called.trim())
  return name === 'chat' ? String(chatId) : undefined
}

/** Never between the halves of a surrogate pair */
function cut(name: string): string {
  const short = name.toWellFormed().slice(0, longestName)
  return short.isWellFormed() ? short : short.slice(0, -1)
}

/*
 * Characters that Telegram's server takes for blanks, and those that it draws nothing for.
 * Source: strip_empty_characters in td/telegram/misc.cpp of tdlib/td.
 */
const blank =
  /^(?:[\s\u1680\u180e\u2000-\u200a\u202f\u205f\u2800\u3000\ufffc\u200b-\u200f\u2028-\u202e\ufeff\u00a0]|[\u{e0000}-\u{e007f}])*$/u

/** Telegram sends no message of such a text. */
export function isBlank(text: string): boolean {
  return blank.test(text)
}
