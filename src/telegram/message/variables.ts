import type { Locale } from '../../i18n/locales.ts'

export interface Recipient {
  chatId: number
  locale: Locale
  /** Name of the recipient; may be empty */
  name: string
}

/** UTF-16 code units, Telegram's limit of a first name; a longer one is cut when it is put in. */
const maxName = 64

/**
 * Recipients with the shortest and the longest message, by name and id: the fallback for a missing name may be longer
 * than any name. Ids have at most 52 bits. Source: core.telegram.org/bots/api#chat
 */
export const extremeRecipients: readonly Recipient[] = [1, 2 ** 52 - 1].flatMap((chatId) =>
  ['', 'Ж'.repeat(maxName)].map((name): Recipient => ({ chatId, locale: 'ru', name })),
)

/** Sample names for previews of messages */
export const sampleNames: Record<Locale, string> = { ru: 'Анна', en: 'Anna' }

export const variableNames = ['name', 'chat'] as const

const variable = /\{([\p{L}\d_]+)(?:\|([^{}]*))?\}/gu

/**
 * Puts a recipient's values into variables such as `{name|friend}`. The text after the bar replaces a missing value,
 * and is not encoded. In Telegram's HTML a literal brace is `&#123;`. Variables with unknown names stay unchanged.
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
export const unescaped = (value: string): string => value

function valueFor(name: string, { chatId, name: called }: Recipient): string | undefined {
  if (name === 'name') return cut(called.trim())
  return name === 'chat' ? String(chatId) : undefined
}

/** Cuts a name to its max length, never within a surrogate pair. */
function cut(name: string): string {
  const short = name.toWellFormed().slice(0, maxName)
  return short.isWellFormed() ? short : short.slice(0, -1)
}

/* Characters that Telegram's server treats as blanks, and those that it shows as nothing.
   Source: strip_empty_characters in td/telegram/misc.cpp of tdlib/td. */
const blank =
  /^(?:[\s\u1680\u180e\u2000-\u200a\u202f\u205f\u2800\u3000\ufffc\u200b-\u200f\u2028-\u202e\ufeff\u00a0]|[\u{e0000}-\u{e007f}])*$/u

/** Whether Telegram would refuse a text because it shows nothing. */
export function isBlank(text: string): boolean {
  return blank.test(text)
}
