import { isOneEditApart } from './edits.ts'
import type { VocabularyWord, Word } from './words.ts'

const maxWordLength = 32
/** Shorter stems are too often one letter away from another stem. */
const minStemLength = 6

export function isCorrectable(form: string): boolean {
  return form.length <= maxWordLength && form.replace(/\P{L}/gu, '').length >= 4
}

/**
 * Words one edit away from the typed form, or else from its stem, which forgives a mistake in any inflection. A short
 * stem must begin with the same letter.
 */
export function nearestWords({ form, stem }: Word, known: VocabularyWord[]): VocabularyWord[] {
  const isNear = ({ word }: VocabularyWord) =>
    isOneEditApart(form, word) || (stem.length >= minStemLength && stem[0] === word[0] && isOneEditApart(stem, word))
  const written = known.filter(({ word, isForm }) => isForm && isOneEditApart(form, word))
  if (written.length === 0) return known.filter(isNear)
  // Leaving out a letter is more common than adding one: "backp" means "backup", not "back".
  const longer = written.filter(({ word }) => word.length >= form.length)
  return longer.length > 0 ? longer : written
}

/** The inflection to show for a corrected stem: the one whose ending is closest to the typed word. */
export function chooseForm(typed: string, forms: VocabularyWord[]): string | undefined {
  return forms.toSorted(
    (a, b) => sharedEnding(typed, b.word) - sharedEnding(typed, a.word) || a.word.length - b.word.length,
  )[0]?.word
}

function sharedEnding(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++
  return length
}
