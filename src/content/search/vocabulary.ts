import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import {
  countPages,
  listNearWords,
  listOtherStems,
  listWordsOfSound,
  listWordsWithOpening,
  listWordsWithPrefix,
} from './queries.ts'
import { exact, expressionOf } from './query.ts'
import { alphabetOf, distanceOf, nearestWords, soundDistance, soundOf, variantsOf } from './spelling.ts'
import { isStopWord, readChunks, type VocabularyWord, type Word } from './words.ts'

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

/** Finds words of the other alphabet that sound like this one, nearest first; one of each stem. */
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

const maxOffered = 5
/** Max number of words of the query that are looked up, longest first */
const maxForms = 3
const minLength = 3
/** Max share of wrong letters in a word; a larger difference means another word. */
const maxErrorShare = 0.4

/**
 * Finds the words of the index that are most similar to those of a query without results, nearest first; one of each
 * stem.
 */
export async function findNearWords(db: Reader, locale: Locale, query: string): Promise<string[]> {
  const forms = readChunks(query).flatMap(({ words }) => words.map(({ form }) => form))
  const asked = [...new Set(forms)].filter((form) => form.length >= minLength && !isStopWord(form))
  const near = new Map<string, { word: string; distance: number }>()
  for (const form of asked.toSorted((a, b) => b.length - a.length).slice(0, maxForms)) {
    for (const { word, stem } of await listCandidates(db, locale, form)) {
      const distance = distanceOf(form, word) / form.length
      if (distance <= maxErrorShare && distance < (near.get(stem)?.distance ?? 1)) near.set(stem, { word, distance })
    }
  }
  return [...near.values()]
    .sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))
    .slice(0, maxOffered)
    .map(({ word }) => word)
}

/** Lists words whose first letters differ slightly, that begin the same way, or that have the same consonants. */
async function listCandidates(db: Reader, locale: Locale, form: string): Promise<VocabularyWord[]> {
  const opening = form.slice(0, Math.max(2, Math.floor(form.length / 3)))
  const alike = await listNearWords(db, locale, variantsOf(form))
  const begun = await listWordsWithOpening(db, locale, opening, form.length)
  const sound = soundOf(form)
  const spoken = sound === '' ? [] : await listWordsOfSound(db, locale, [sound])
  return [...alike, ...begun, ...spoken].filter(
    ({ word, isForm }) => isForm && word.length >= minLength && !isStopWord(word),
  )
}
