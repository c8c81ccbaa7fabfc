import type { PreparedReader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { distanceOf } from '../../i18n/typing.ts'
import { exact, expressionOf, prefix } from './query.ts'
import { alphabetOf, nearestWords, soundDistance, soundOf, variantsOf } from './spelling.ts'
import {
  type Answers,
  type CountedWord,
  type Guard,
  type Lookups,
  listSimilarWords,
  type NeighborWord,
  readAnswers,
} from './vocabulary-queries.ts'
import { isStopWord, readChunks, type VocabularyWord, type Word } from './words.ts'

/** Lookups of a query in the vocabulary. One with a guard is made only if the guard holds. */
export interface VocabularyRequest {
  /** FTS5 expressions whose pages are counted */
  expressions: string[]
  /** Phrases whose synonyms are looked up: stems separated by spaces */
  phrases: string[]
  sounds: Word[]
  openings: { word: Word; guard?: Guard }[]
  neighbors: { word: Word; guard: Guard }[]
  /** Words and the prefixes to try, longest first */
  roots: { word: Word; prefixes: string[]; guard: Guard }[]
}

/** Answers to a request. Words and expressions that were not requested count as unknown. */
export interface Vocabulary {
  /** Number of indexed pages in this language */
  total: number
  /** Number of pages that match an FTS5 expression */
  pagesWith(expression: string): number
  synonymsOf(phrase: string): { phrase: string; means: string }[]
  /** Words of the other alphabet that sound like this one, nearest first; one of each stem */
  soundAlikes(word: Word): VocabularyWord[]
  /** Stems of words that begin like this one although their stems do not, most frequent first if there are many */
  otherStems(word: Word): string[]
  /** The most frequent of the nearest words one edit away */
  correctionOf(word: Word, isAllowed?: (known: VocabularyWord) => boolean): NeighborWord | undefined
  /** The longest requested prefix that is on any page, and the most frequent word that begins with it */
  rootOf(word: Word): { prefix: string; shown: string | undefined } | undefined
}

export const emptyVocabulary = vocabularyOf(mergeRequests([]), {
  total: 0,
  counts: {},
  synonyms: [],
  sounds: [],
  openings: [],
  neighbors: [],
  roots: [],
})

export function mergeRequests(requests: Partial<VocabularyRequest>[]): VocabularyRequest {
  return {
    expressions: requests.flatMap(({ expressions = [] }) => expressions),
    phrases: requests.flatMap(({ phrases = [] }) => phrases),
    sounds: requests.flatMap(({ sounds = [] }) => sounds),
    openings: requests.flatMap(({ openings = [] }) => openings),
    neighbors: requests.flatMap(({ neighbors = [] }) => neighbors),
    roots: requests.flatMap(({ roots = [] }) => roots),
  }
}

export async function readVocabulary(
  db: PreparedReader,
  locale: Locale,
  request: VocabularyRequest,
): Promise<Vocabulary> {
  const lookups: Lookups = {
    expressions: [...new Set(request.expressions)],
    phrases: [...new Set(request.phrases)],
    sounds: request.sounds.map((word) => ({ sounds: soundsOf(word), isLatin: alphabetOf(word.form) === 'latin' })),
    openings: request.openings.map(({ word, guard }) => ({ opening: word.form, ...(guard && { guard }) })),
    neighbors: request.neighbors.map(({ word, guard }) => ({ ...neighborhoodOf(word), guard })),
    roots: request.roots.map(({ prefixes, guard }) => ({ prefixes, guard })),
  }
  return vocabularyOf(request, await readAnswers(db, locale, lookups))
}

function vocabularyOf(request: VocabularyRequest, answers: Answers): Vocabulary {
  const counts = countsOf(answers)
  const synonyms = Map.groupBy(answers.synonyms, ({ phrase }) => phrase)
  const sounds = byForm(request.sounds, answers.sounds)
  const openings = byForm(wordsIn(request.openings), answers.openings)
  const neighbors = byForm(wordsIn(request.neighbors), answers.neighbors)
  const roots = byForm(wordsIn(request.roots), answers.roots)
  return {
    total: answers.total,
    pagesWith: (expression) => counts.get(expression) ?? 0,
    synonymsOf: (phrase) => synonyms.get(phrase) ?? [],
    soundAlikes: (word) => soundAlikes(word, sounds.get(word.form) ?? []),
    otherStems: ({ form }) => frequentStems(openings.get(form) ?? []),
    correctionOf: (word, isAllowed = () => true) =>
      byPages(nearestWords(word, (neighbors.get(word.form) ?? []).filter(isAllowed)))[0],
    rootOf: ({ form }) => {
      const root = roots.get(form)
      return root && { prefix: root.prefix, shown: byPages(root.words)[0]?.word }
    },
  }
}

function wordsIn(requests: { word: Word }[]): Word[] {
  return requests.map(({ word }) => word)
}

/** Maps forms to answers. A form may be requested twice, and only one of its guards hold. */
function byForm<Answer>(words: Word[], answers: (Answer | null)[]): Map<string, Answer> {
  return new Map(words.flatMap(({ form }, at) => (answers[at] ? [[form, answers[at]] as const] : [])))
}

function countsOf({ counts, synonyms, sounds, openings, neighbors, roots }: Answers): Map<string, number> {
  const known = roots.filter((root) => root !== null)
  const stems = [sounds, openings, neighbors, known.map(({ words }) => words)].flatMap((lists) => lists.flat())
  return new Map([
    ...Object.entries(counts),
    ...synonyms.map(({ means, pages }) => [expressionOf(exact(...means.split(' '))), pages] as const),
    ...stems.flatMap((row) => (row ? [[expressionOf(exact(row.stem)), row.pages] as const] : [])),
    ...known.map((root) => [expressionOf(prefix(root.prefix)), root.pages] as const),
  ])
}

function byPages<T extends CountedWord>(words: T[]): T[] {
  return words.toSorted((a, b) => b.pages - a.pages || (a.word < b.word ? -1 : 1))
}

const maxOtherStems = 12

function frequentStems(stems: { stem: string; pages: number }[]): string[] {
  const sorted = stems.toSorted((a, b) => b.pages - a.pages || (a.stem < b.stem ? -1 : 1))
  return (stems.length > maxOtherStems ? sorted.slice(0, maxOtherStems) : stems).map(({ stem }) => stem)
}

/** Returns bounds that all words one edit away keep. Lengths are in code points, like those of SQLite. */
function neighborhoodOf({ form, stem }: Word): { variants: string[]; minLength: number; maxLength: number } {
  const lengths = [form, stem].map((text) => Array.from(text).length)
  return {
    variants: [...new Set([...variantsOf(form), ...variantsOf(stem)])],
    minLength: Math.min(...lengths) - 1,
    maxLength: Math.max(...lengths) + 1,
  }
}

function soundsOf({ form, stem }: Word): string[] {
  return alphabetOf(form) ? [...new Set([form, stem].map(soundOf).filter(Boolean))] : []
}

const maxSoundDistance = 0.25
const maxSoundAlikes = 3

function soundAlikes({ form, stem }: Word, known: CountedWord[]): VocabularyWord[] {
  const alphabet = alphabetOf(form)
  const near = known
    .filter(({ word }) => alphabetOf(word) !== alphabet)
    .map((other) => ({ other, distance: soundDistance(other.isForm ? form : stem, other.word) }))
    .filter(({ distance }) => distance <= maxSoundDistance)
    .toSorted((a, b) => a.distance - b.distance || (a.other.word < b.other.word ? -1 : 1))
  const ofEachStem = new Map(near.toReversed().map(({ other }) => [other.stem, other]))
  return [...ofEachStem.values()].toReversed().slice(0, maxSoundAlikes)
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
export async function findNearWords(db: PreparedReader, locale: Locale, query: string): Promise<string[]> {
  const forms = readChunks(query).flatMap(({ words }) => words.map(({ form }) => form))
  const asked = [...new Set(forms)]
    .filter((form) => form.length >= minLength && !isStopWord(form))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, maxForms)
  const lookups = asked.map((form) => ({
    form,
    variants: variantsOf(form),
    opening: form.slice(0, Math.max(2, Math.floor(form.length / 3))),
    sound: soundOf(form),
  }))
  const near = new Map<string, { word: string; distance: number }>()
  for (const { form, word, stem } of await listSimilarWords(db, locale, lookups)) {
    if (word.length < minLength || isStopWord(word)) continue
    const distance = distanceOf(form, word) / form.length
    if (distance <= maxErrorShare && distance < (near.get(stem)?.distance ?? 1)) near.set(stem, { word, distance })
  }
  return [...near.values()]
    .sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))
    .slice(0, maxOffered)
    .map(({ word }) => word)
}
