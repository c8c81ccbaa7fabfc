import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { variantsOf } from './edits.ts'
import { nearestWords } from './guess.ts'
import { exactly, expressionOf } from './need.ts'
import { countPages, type KnownWord, listNearWords, listOtherStems, listWordsBeginning } from './queries.ts'
import type { Word } from './words.ts'

/**
 * The word on most pages that a reader may have meant by one typed with a single mistake.
 * @param isAllowed  whether a known word may be the answer
 */
export async function guessWord(
  db: Reader,
  locale: Locale,
  word: Word,
  isAllowed: (known: KnownWord) => boolean = () => true,
): Promise<KnownWord | undefined> {
  const known = await listNearWords(db, locale, [...new Set([...variantsOf(word.form), ...variantsOf(word.stem)])])
  const [guess] = await byPages(db, locale, nearestWords(word, known.filter(isAllowed)))
  return guess
}

/** The word on most pages that begins so. */
export async function findWordBeginning(db: Reader, locale: Locale, beginning: string): Promise<string | undefined> {
  const [first] = await byPages(db, locale, await listWordsBeginning(db, locale, beginning))
  return first?.word
}

/** The stems on most pages whose words begin so though they themselves do not. */
export async function findOtherStems(db: Reader, locale: Locale, beginning: string, limit: number): Promise<string[]> {
  const stems = await listOtherStems(db, locale, beginning)
  if (stems.length <= limit) return stems
  const sorted = await byPages(
    db,
    locale,
    stems.map((stem) => ({ word: stem, stem })),
  )
  return sorted.slice(0, limit).map(({ stem }) => stem)
}

/** Words by the number of pages that have them in any form, then in the order of the alphabet. */
async function byPages<T extends { word: string; stem: string }>(db: Reader, locale: Locale, words: T[]): Promise<T[]> {
  if (words.length < 2) return words
  const stems = [...new Set(words.map(({ stem }) => stem))]
  const counts = await countPages(
    db,
    locale,
    stems.map((stem) => expressionOf(exactly(stem))),
  )
  const pagesOf = new Map(stems.map((stem, at) => [stem, counts[at] ?? 0]))
  return words.toSorted((a, b) => (pagesOf.get(b.stem) ?? 0) - (pagesOf.get(a.stem) ?? 0) || (a.word < b.word ? -1 : 1))
}
