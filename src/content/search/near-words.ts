import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { distanceOf, variantsOf } from './edits.ts'
import { listWordsWithOpening } from './near-queries.ts'
import { listNearWords, listWordsOfSound } from './queries.ts'
import { soundOf } from './sounds.ts'
import { isStopWord } from './stop-words.ts'
import { readChunks, type VocabularyWord } from './words.ts'

const maxOffered = 5
/** Max words of the query that are looked up, longest first */
const maxForms = 3
const minLength = 3
/** Max share of wrong letters in a word. A larger difference means another word. */
const maxErrorShare = 0.4

/** Index words most similar to those of a query without results, nearest first; one of each stem. */
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

/** Words whose first letters differ slightly, that begin the same way, or that have the same consonants. */
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
