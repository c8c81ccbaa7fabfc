import { type Finder, lineOf } from './matches.ts'
import type { Need } from './need.ts'
import type { IndexUnit, PageRow } from './queries.ts'
import { isStopWord } from './stop-words.ts'
import { readChunks } from './words.ts'

/**
 * - `exact`: it is the query, letter by letter
 * - `same`: it is the query in other forms, common words included
 * - `only`: it is the query, common words aside
 * - `all`: it has all words of the query, and others
 * - `begun`: the same, but of the last word only the beginning
 * - `part`: it lacks some
 */
export type TitleHas = 'exact' | 'same' | 'only' | 'all' | 'begun' | 'part'

/** How well a title answers a query. */
export interface TitleFit {
  /** Part of the query that stands in the title, rare words weighing more; 0 to 1. */
  share: number
  /** Part of the title's words that the query asks for; 0 to 1. */
  fill: number
  /** How much of the query it has, from the query word for word down to a part of it. */
  has: TitleHas
}

export function fitOfTitle(title: string, { needs, query, inChunks }: Finder): TitleFit {
  const chunks = readChunks(title)
  const matches = inChunks(chunks)
  const begun = new Set(matches.map(({ need }) => need))
  const whole = new Set(matches.filter(({ isWhole }) => isWhole).map(({ need }) => need))
  const total = sum(needs.map(weightOf))
  const share = total > 0 ? sum(needs.map((need, at) => (begun.has(at) ? weightOf(need) : 0))) / total : 0
  const words = chunks.flatMap((chunk) => chunk.words)
  const telling = words.filter(({ form }) => !isStopWord(form))
  const counted = telling.length > 0 ? telling : words
  const asked = counted.filter(({ start, end }) => matches.some((match) => match.start <= start && match.end >= end))
  const fill = counted.length > 0 ? asked.length / counted.length : 0
  if (whole.size < needs.length) return { share, fill, has: begun.size === needs.length ? 'begun' : 'part' }
  if (fill < 1) return { share, fill, has: 'all' }
  const line = lineOf(chunks)
  if (line.forms === query.forms) return { share, fill, has: 'exact' }
  return { share, fill, has: line.stems === query.stems ? 'same' : 'only' }
}

/** How many times more a row is worth for its title; the title of a page says more than the heading of a section. */
export function liftOf({ share, fill }: TitleFit, unit: IndexUnit): number {
  return 1 + share * (1 + fill) * (unit === 'page' ? 2 : 0.5)
}

/** How much an answered need counts: a word on few pages says more than one on many. */
export function weightOf({ pages }: Need): number {
  return 1 / Math.log2(2 + pages)
}

/** A page that may be shown. */
export interface Candidate {
  page: PageRow
  fit: TitleFit
  /** How much of the query the best heading has. */
  heading: TitleHas
  score: number
  /** Its sections that answer, best first. */
  sections: number[]
}

/** What decides first, best first: titles that have the query, headings that are the query, titles that begin it. */
const tiers: [TitleHas, 'title' | 'heading'][] = [
  ['exact', 'title'],
  ['same', 'title'],
  ['only', 'title'],
  ['all', 'title'],
  ['exact', 'heading'],
  ['same', 'heading'],
  ['only', 'heading'],
  ['begun', 'title'],
]

/** Best pages first: by what their titles and headings have of the query, then by their texts. */
export function sortCandidates(candidates: Candidate[]): Candidate[] {
  return candidates.toSorted(
    (a, b) => tierOf(a) - tierOf(b) || scoreOf(b) - scoreOf(a) || (a.page.path < b.page.path ? -1 : 1),
  )
}

/** Best sections first: those whose headings are the query, then by their texts. */
export function sortSections<T extends { id: number; has: TitleHas; score: number }>(sections: T[]): T[] {
  const headings: TitleHas[] = ['only', 'same', 'exact']
  return sections.toSorted(
    (a, b) => headings.indexOf(b.has) - headings.indexOf(a.has) || b.score - a.score || a.id - b.id,
  )
}

function tierOf({ fit, heading }: Candidate): number {
  const tier = tiers.findIndex(([has, where]) => has === (where === 'title' ? fit.has : heading))
  return tier === -1 ? tiers.length : tier
}

/** Who searches wants to know how it is; articles tell how it was. */
const weightOfKind = { docs: 1, blog: 0.85 }

function scoreOf({ page, score }: Candidate): number {
  return score * weightOfKind[page.kind]
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
