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
 * The known word a reader most likely meant by an unknown one: one edit away as typed, or else in its stem, so that a
 * mistake is forgiven in any inflection. Stems have to begin alike, since they are short and first letters are seldom
 * wrong. Of several the word on most pages.
 */
export function chooseGuess({ form, stem }: Word, known: KnownWord[]): KnownWord | undefined {
  const guesses = known.flatMap((candidate) => {
    if (isOneEditApart(form, candidate.word)) return [{ candidate, distance: candidate.isForm ? 0 : 1 }]
    const isNear = stem.length >= shortestStem && stem[0] === candidate.word[0] && isOneEditApart(stem, candidate.word)
    return isNear ? [{ candidate, distance: 1 }] : []
  })
  return guesses.toSorted(
    (a, b) =>
      a.distance - b.distance || b.candidate.pages - a.candidate.pages || compare(a.candidate.word, b.candidate.word),
  )[0]?.candidate
}

/** The inflection to show for a guess that is a bare stem: the one that ends as the reader's word does. */
export function chooseForm(typed: string, forms: KnownWord[]): string | undefined {
  return forms.toSorted(
    (a, b) => sharedEnding(typed, b.word) - sharedEnding(typed, a.word) || b.pages - a.pages || compare(a.word, b.word),
  )[0]?.word
}

function sharedEnding(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++
  return length
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1
}
