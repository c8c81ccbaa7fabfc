import { isOneEditApart } from './edits.ts'
import type { KnownWord } from './queries.ts'
import type { Word } from './words.ts'

const longestGuess = 32
/** Shorter stems are too often one letter away from the stem of another word. */
const shortestStem = 6

/** Whether a word has letters enough, and not too many, to tell what was meant by it. */
export function isGuessable(form: string): boolean {
  return form.length <= longestGuess && form.replace(/\P{L}/gu, '').length >= 4
}

/**
 * The known words a reader may have meant by an unknown one: one edit away as typed, or else in its stem, so that a
 * mistake is forgiven in any inflection. Stems have to begin alike, since they are short and first letters are seldom
 * wrong.
 */
export function nearestWords({ form, stem }: Word, known: KnownWord[]): KnownWord[] {
  const isNear = ({ word }: KnownWord) =>
    isOneEditApart(form, word) || (stem.length >= shortestStem && stem[0] === word[0] && isOneEditApart(stem, word))
  const written = known.filter(({ word, isForm }) => isForm && isOneEditApart(form, word))
  return written.length > 0 ? written : known.filter(isNear)
}

/** The inflection to show for a guess that is a bare stem: the one that ends as the reader's word does. */
export function chooseForm(typed: string, forms: KnownWord[]): string | undefined {
  return forms.toSorted(
    (a, b) => sharedEnding(typed, b.word) - sharedEnding(typed, a.word) || a.word.length - b.word.length,
  )[0]?.word
}

function sharedEnding(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++
  return length
}
