import type { Locale } from '../../i18n/locales.ts'
import { replaceLetters } from '../../i18n/typing.ts'
import type { VocabularyWord, Word } from './words.ts'

/** Number of first letters from which variants are made; the triggers of `search_words` use the same number. */
const variantLetters = 7

/**
 * Returns the variants of a word: its first letters, complete and with each one left out. Words one edit apart share at
 * least one variant.
 */
export function variantsOf(word: string): string[] {
  const opening = word.slice(0, variantLetters)
  return [...new Set([opening, ...Array.from(opening, (_, at) => opening.slice(0, at) + opening.slice(at + 1))])]
}

/** Whether two words differ by one letter added, dropped or replaced, or by two neighboring letters swapped. */
export function isOneEditApart(a: string, b: string): boolean {
  return isLetterAddedOrSwapped(a, b) || isLetterReplaced(a, b)
}

export function isLetterAddedOrSwapped(a: string, b: string): boolean {
  const at = firstDifference(a, b)
  if (a.length === b.length) {
    return a !== b && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
  }
  return a.length < b.length ? a.slice(at) === b.slice(at + 1) : a.slice(at + 1) === b.slice(at)
}

function isLetterReplaced(a: string, b: string): boolean {
  const at = firstDifference(a, b)
  return a.length === b.length && a !== b && a.slice(at + 1) === b.slice(at + 1)
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

const maxWordLength = 32
/** Min length of a stem that is corrected: shorter stems are too often one letter away from another stem. */
const minStemLength = 6

export function isCorrectable(form: string): boolean {
  return form.length <= maxWordLength && form.replace(/\P{L}/gu, '').length >= 4
}

/**
 * Returns the known words one edit away from the typed form, or else from its stem, which forgives a mistake in any
 * inflection. A short stem must begin with the same letter.
 */
export function nearestWords<T extends VocabularyWord>({ form, stem }: Word, known: T[]): T[] {
  const isNear = ({ word }: VocabularyWord) =>
    isOneEditApart(form, word) || (stem.length >= minStemLength && stem[0] === word[0] && isOneEditApart(stem, word))
  const written = known.filter(({ word, isForm }) => isForm && isOneEditApart(form, word))
  if (written.length === 0) return known.filter(isNear)
  // Longer words are preferred, because leaving out a letter is more common than adding one: "backp" means "backup",
  // not "back".
  const longer = written.filter(({ word }) => word.length >= form.length)
  return longer.length > 0 ? longer : written
}

/** Returns the inflection to show for a corrected stem: the one whose ending is closest to the typed word. */
export function chooseForm(typed: string, forms: string[]): string | undefined {
  return forms.toSorted((a, b) => sharedEnding(typed, b) - sharedEnding(typed, a) || a.length - b.length)[0]
}

function sharedEnding(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++
  return length
}

/**
 * Replacements that convert Russian letters to sounds, applied in order. Consonants that loanwords confuse become one
 * letter: `q` stands for «ч» and «ш», `g` also for «ж».
 */
const russianSounds: [RegExp, string][] = [
  [/д[жз]/g, 'g'],
  [/ц/g, 'ts'],
  [/[чшщ]/g, 'q'],
  [/[ъь]/g, ''],
  [/[йиы]/g, 'i'],
  [/э/g, 'e'],
  [/я/g, 'ia'],
  [/ю/g, 'iu'],
]
const russianLetters = 'абвгдежзклмнопрстуфх'
const asLatin = 'abvgdegsklmnoprstufh'
const latinSounds: [RegExp, string][] = [
  [/[ck]k|q/g, 'k'],
  [/s?[st]ion/g, 'qen'],
  [/s?ch|sh/g, 'q'],
  [/zh|dzh?|j|dg/g, 'g'],
  [/kh/g, 'h'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/gh/g, ''],
  [/x/g, 'ks'],
  [/c(?=[eiy])|z/g, 's'],
  [/c/g, 'k'],
  [/(?<=[aeiou])w(?![aeiou])/g, 'u'],
  [/w/g, 'v'],
  [/y/g, 'i'],
  [/ee|ea|ie/g, 'i'],
  [/oo|ou/g, 'u'],
  [/e$/g, ''],
]

/**
 * Returns the consonants of a word, used to find it in the other alphabet; empty if they are too few to distinguish
 * words.
 */
export function soundOf(form: string): string {
  const consonants = spoken(form).replace(/[aeiou]/g, '')
  return consonants.length >= 2 ? consonants : ''
}

/** Returns the difference in sound of two words: 0 if they sound the same, 1 if they have nothing in common. */
export function soundDistance(a: string, b: string): number {
  const [left, right] = [spoken(a), spoken(b)]
  return editsBetween(left, right) / Math.max(left.length, right.length, 1)
}

type Alphabet = 'russian' | 'latin'

/** Stemmers and stop words go by the alphabet of a word, so there can be one language for each. */
export const alphabets: Record<Locale, Alphabet> = { ru: 'russian', en: 'latin' }

export function alphabetOf(form: string): Alphabet | undefined {
  if (/^[а-яё]+$/.test(form)) return 'russian'
  return /^[a-z]+$/.test(form) ? 'latin' : undefined
}

/** Returns the sounds of a word as Latin letters; empty for words of other alphabets or of both. */
function spoken(form: string): string {
  const alphabet = alphabetOf(form)
  if (!alphabet) return ''
  const sounds = alphabet === 'russian' ? russianSounds : latinSounds
  const replaced = sounds.reduce((text, [pattern, sound]) => text.replace(pattern, sound), form)
  return replaceLetters(replaced, russianLetters, asLatin).replace(/(.)\1+/g, '$1')
}

/** Returns the edit distance of two words: letters added, dropped or replaced. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] ?? 0) + (letter === b[j] ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
