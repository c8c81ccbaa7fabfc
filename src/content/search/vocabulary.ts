import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { exact, expressionOf } from './clause.ts'
import { nearestWords } from './corrections.ts'
import { variantsOf } from './edits.ts'
import { countPages, listNearWords, listOtherStems, listWordsOfSound, listWordsWithPrefix } from './queries.ts'
import { alphabetOf, soundDistance, soundOf } from './sounds.ts'
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

const maxSoundDistance = 0.25
const maxSoundAlikes = 3

/** Words of the other alphabet that sound like this one, nearest first; one of each stem. */
export async function findSoundAlikes(
  db: Reader,
  locale: Locale,
  { form, stem }: Word,
  maxDistance = maxSoundDistance,
): Promise<VocabularyWord[]> {
  const sounds = new Set([form, stem].map(soundOf).filter(Boolean))
  const alphabet = alphabetOf(form)
  if (sounds.size === 0 || !alphabet) return []
  const known = await listWordsOfSound(db, locale, [...sounds])
  const near = known
    .filter(({ word }) => alphabetOf(word) !== alphabet)
    .map((other) => ({ other, distance: soundDistance(other.isForm ? form : stem, other.word) }))
    .filter(({ distance }) => distance <= maxDistance)
    .toSorted((a, b) => a.distance - b.distance || (a.other.word < b.other.word ? -1 : 1))
  const ofEachStem = new Map(near.toReversed().map(({ other }) => [other.stem, other]))
  return [...ofEachStem.values()].toReversed().slice(0, maxSoundAlikes)
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
