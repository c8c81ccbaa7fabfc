import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { exact, expressionOf } from './clause.ts'
import { nearestWords } from './corrections.ts'
import { variantsOf } from './edits.ts'
import { countPages, listNearWords, listOtherStems, listWordsWithPrefix } from './queries.ts'
import type { VocabularyWord, Word } from './words.ts'

export async function correctWord(
  db: Reader,
  locale: Locale,
  word: Word,
  isAllowed: (known: VocabularyWord) => boolean = () => true,
): Promise<VocabularyWord | undefined> {
  const known = await listNearWords(db, locale, [...new Set([...variantsOf(word.form), ...variantsOf(word.stem)])])
  const [correction] = await byPages(db, locale, nearestWords(word, known.filter(isAllowed)))
  return correction
}

export async function findWordWithPrefix(db: Reader, locale: Locale, prefix: string): Promise<string | undefined> {
  const [first] = await byPages(db, locale, await listWordsWithPrefix(db, locale, prefix))
  return first?.word
}

export async function findOtherStems(db: Reader, locale: Locale, prefix: string, limit: number): Promise<string[]> {
  const stems = await listOtherStems(db, locale, prefix)
  if (stems.length <= limit) return stems
  const sorted = await byPages(
    db,
    locale,
    stems.map((stem) => ({ word: stem, stem })),
  )
  return sorted.slice(0, limit).map(({ stem }) => stem)
}

async function byPages<T extends { word: string; stem: string }>(db: Reader, locale: Locale, words: T[]): Promise<T[]> {
  if (words.length < 2) return words
  const stems = [...new Set(words.map(({ stem }) => stem))]
  const counts = await countPages(
    db,
    locale,
    stems.map((stem) => expressionOf(exact(stem))),
  )
  const pagesOf = new Map(stems.map((stem, at) => [stem, counts[at] ?? 0]))
  return words.toSorted((a, b) => (pagesOf.get(b.stem) ?? 0) - (pagesOf.get(a.stem) ?? 0) || (a.word < b.word ? -1 : 1))
}
