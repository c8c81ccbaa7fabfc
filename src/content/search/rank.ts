import type { Clause } from './clause.ts'
import { lineOf, type Match, type Matcher } from './matches.ts'
import type { IndexUnit, PageRow } from './queries.ts'
import { isStopWord } from './stop-words.ts'
import { codeRows } from './title-code.ts'
import { readChunks, type Word } from './words.ts'

/** The query in the title: by letters, by forms, but for stop words; all words in it, the last as prefix, or some. */
export type TitleCoverage = 'exact' | 'same' | 'only' | 'all' | 'prefix' | 'part'

export interface TitleMatch {
  /** Share of the query found in the title, weighted by rarity; 0 to 1 */
  share: number
  /** Share of the title's words that match; 0 to 1 */
  fill: number
  has: TitleCoverage
  /** Whether stop words of the query stand in it as code: `for...of` */
  isCode?: boolean
}

export function matchTitle(title: string, matcher: Matcher): TitleMatch {
  const match = matchName(title, matcher)
  if (matcher.commonRows.length === 0) return match
  const words = readChunks(title).flatMap((chunk) => chunk.words)
  const isCode = codeRows(title, words).some((row) => matcher.commonRows.includes(row))
  const isAllCode = isCode && words.every(({ form }) => isStopWord(form))
  return { ...match, isCode, has: isAllCode && match.has !== 'exact' ? 'same' : match.has }
}

function matchName(title: string, matcher: Matcher): TitleMatch {
  const { clauses, query } = matcher
  const chunks = readChunks(title)
  const matches = matcher.inChunks(chunks)
  const founds = clauses.map((_, at) => shareFound(matches.filter(({ clause }) => clause === at)))
  const found = new Set(founds.flatMap((share, at) => (share === 1 ? at : [])))
  const whole = new Set(
    matches.filter(({ clause, isWhole }) => isWhole && found.has(clause)).map(({ clause }) => clause),
  )
  const weights = clauses.map((clause) => clauseWeight(clause, matcher))
  const share = sum(weights.map((weight, at) => weight * (founds[at] ?? 0))) / (sum(weights) || 1)
  const words = chunks.flatMap((chunk) => chunk.words)
  // In a name such as `Promise.all()` no word is filler.
  const significant = chunks.flatMap((chunk) =>
    chunk.words.length > 1 ? chunk.words : chunk.words.filter(({ form }) => !isStopWord(form)),
  )
  const counted = significant.length > 0 ? significant : words
  const fill = counted.length > 0 ? sum(counted.map((word) => shareAsked(word, matches))) / counted.length : 0
  if (whole.size < clauses.length) return { share, fill, has: found.size === clauses.length ? 'prefix' : 'part' }
  if (fill < 1) return { share, fill, has: 'all' }
  const line = lineOf(chunks)
  if (line.forms === query.forms) return { share, fill, has: 'exact' }
  return { share, fill, has: line.stems === query.stems ? 'same' : 'only' }
}

/** Of a word's letters: of `useCookie` two thirds are asked for with «cookie». */
function shareAsked({ start, end }: Word, matches: Match[]): number {
  if (matches.some((match) => match.start <= start && match.end >= end)) return 1
  const pieces = matches.filter((match) => match.start >= start && match.end <= end)
  const lengths = new Map(pieces.map((piece) => [piece.start, piece.end - piece.start]))
  return Math.min(1, sum([...lengths.values()]) / (end - start))
}

/** Of `array.map` each part is half of what is asked for. */
function shareFound(matches: Match[]): number {
  if (matches.length === 0 || matches.some(({ part }) => !part)) return Math.min(1, matches.length)
  const parts = new Set(matches.map(({ part }) => part?.stem))
  return parts.size / (matches[0]?.part?.of ?? 1)
}

const namings: TitleCoverage[] = ['exact', 'same', 'only']

/** Pages of such names are told apart by their folder alone. */
const commonNames = /^(?:overview|introduction|intro|obzor|vvedenie)$/

/** A page's title; behind the name of its folder where every folder has such a page. */
export function fullTitle({ path, title }: PageRow): string {
  const [folder = '', last = ''] = path.split('/').slice(-2)
  return commonNames.test(last) ? `${folder} ${title}` : title
}

/** How well the last part of a page's address, what its title begins with («Closures: functions that …») or a keyword is what was asked for. */
export function matchNames({ path, title, keywords }: PageRow, matcher: Matcher): TitleCoverage {
  const [folder = '', last = ''] = path.split('/').slice(-2)
  const [lead = title] = title.split(/: | [|–—-] /)
  const names = [commonNames.test(last) ? folder : last, ...(lead === title ? [] : [lead]), ...keywordsIn(keywords)]
  const found = names.map((name) => matchName(name, matcher).has)
  return namings.find((naming) => found.includes(naming)) ?? 'part'
}

/** Written by `indexStatements`: a JSON list of strings. */
function keywordsIn(json: string): string[] {
  return JSON.parse(json)
}

export function titleBoost({ share, fill, isCode }: TitleMatch, unit: IndexUnit): number {
  const told = share * (1 + fill) * (fill < leastFill ? ofMention : 1)
  return 1 + (told + (isCode ? 2 : 0)) * (unit === 'page' ? 2 : 0.5)
}

/** What a word tells: little where most pages have it, as the site's own name. */
export function clauseWeight({ pages }: Clause, { total }: { total: number }): number {
  return Math.log2(1 + Math.max(1, total / Math.max(1, pages)))
}

export interface Candidate {
  page: PageRow
  fit: TitleMatch
  /** The best of its keywords, the beginning of its title and the last word of its address */
  name: TitleCoverage
  heading: TitleCoverage
  parts: ScoreParts
  sections: number[]
  /** What of it has the query, by which it comes before others whatever their scores; without one it stands behind all */
  tier?: Tier
  /** What other pages call it, where that is what was asked for */
  linked?: LinkedAs
}

export interface LinkedAs {
  text: string
  /** That call it so */
  pages: number
  /** 0 to 1: how much of the query it is, and how little else */
  weight: number
}

/** A score is `text × title + section`, times what the page itself weighs. */
export interface ScoreParts {
  /** Of the page's text, relative to the best page; or what its words weigh together, where it has not all of them */
  text: number
  /** By how much its title raises it */
  title: number
  /** Of its best section, with the raise of its heading */
  section: number
}

export type Tier = [has: TitleCoverage, where: 'title' | 'name' | 'heading']

const tiers: Tier[] = [
  ['exact', 'title'],
  ['same', 'title'],
  ['only', 'title'],
  ['exact', 'name'],
  ['same', 'name'],
  ['only', 'name'],
  ['all', 'title'],
  ['exact', 'heading'],
  ['same', 'heading'],
  ['only', 'heading'],
  ['prefix', 'title'],
]

/** Of the best page's score: a page that hardly tells of what one of its headings names is not the page about it. */
const leastScore = 0.8
/** Of a title's words: a sentence that has what was asked for among others is not about it. */
const leastFill = 0.25
/** What such a title counts for beside others */
const ofMention = 0.3

export function sortCandidates(candidates: Candidate[]): Candidate[] {
  const least = leastScore * Math.max(...candidates.map(scoreOf))
  const placed = candidates.map((candidate): Candidate => ({ ...candidate, tier: tierOf(candidate, least) }))
  return placed.sort(
    (a, b) => placeOf(a) - placeOf(b) || scoreOf(b) - scoreOf(a) || (a.page.path < b.page.path ? -1 : 1),
  )
}

export function sortSections<T extends { id: number; has: TitleCoverage; score: number }>(sections: T[]): T[] {
  const headings: TitleCoverage[] = ['only', 'same', 'exact']
  return sections.toSorted(
    (a, b) => headings.indexOf(b.has) - headings.indexOf(a.has) || b.score - a.score || a.id - b.id,
  )
}

function tierOf(candidate: Candidate, least: number): Tier | undefined {
  return tiers.find((tier) => isIn(candidate, tier) && (tier[1] !== 'heading' || scoreOf(candidate) >= least))
}

function placeOf({ tier }: Candidate): number {
  return tier ? tiers.indexOf(tier) : tiers.length
}

function isIn({ fit, name, heading }: Candidate, [has, where]: Tier): boolean {
  if (has === 'all' && fit.fill < leastFill) return false
  return has === { title: fit.has, name, heading }[where]
}

/** Documentation describes the present, articles the past. */
export const weightOfKind = { docs: 1, blog: 0.85 }

/** What was, and how to get from there: those who look for a thing mean what is. */
const pastPaths = /(?:^|[/-])(?:migrat\w*|upgrad\w*|changelogs?|releases?|release-notes|deprecated|legacy)(?=[/-]|$)/

export function weightOfTime({ path }: PageRow): number {
  return pastPaths.test(path) ? 0.7 : 1
}

/** About work on the product, and what goes wrong with it: they name most things in passing. */
const asidePaths = /(?:^|[/_-])(?:contribut\w*|community|errors|warnings)(?=[/_-]|$)/

export function weightOfSubject({ page, fit }: Candidate): number {
  return fit.share < 0.5 && asidePaths.test(page.path) ? 0.7 : 1
}

export function scoreOf(candidate: Candidate): number {
  const { page, parts } = candidate
  const weight = weightOfKind[page.kind] * weightOfTime(page) * weightOfSubject(candidate)
  return (parts.text * parts.title + parts.section) * weight
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
