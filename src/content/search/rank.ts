import type { PreparedReader } from '../../db/client.ts'
import { codeRuns, lineOf, type Match, type Matcher } from './matches.ts'
import { type CountedLinkWords, type IndexUnit, listLinkWords, type PageRow } from './queries.ts'
import type { Clause } from './query.ts'
import { isStopWord, readChunks, type Word } from './words.ts'

/**
 * How well a title covers the query, best first: exact = identical; same = same stems; only = same apart from stop
 * words; all = all words plus others; prefix = all words, but some only as a prefix or a correction; part = some words.
 */
export type TitleCoverage = 'exact' | 'same' | 'only' | 'all' | 'prefix' | 'part'

export interface TitleMatch {
  /** Share of the query that is found in the title, weighted by rarity; 0 to 1 */
  share: number
  /** Share of the title's words that match; 0 to 1 */
  fill: number
  coverage: TitleCoverage
  /** Whether the title contains stop words of the query as code: `for...of` */
  isCode?: boolean
}

export function matchTitle(title: string, matcher: Matcher): TitleMatch {
  const match = matchName(title, matcher)
  if (matcher.stopWordRuns.length === 0) return match
  const words = readChunks(title).flatMap((chunk) => chunk.words)
  const isCode = codeRuns(title, words).some((row) => matcher.stopWordRuns.includes(row))
  const isAllCode = isCode && words.every(({ form }) => isStopWord(form))
  return { ...match, isCode, coverage: isAllCode && match.coverage !== 'exact' ? 'same' : match.coverage }
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
  // In a name of several words such as `Promise.all()`, stop words are significant too.
  const significant = chunks.flatMap((chunk) =>
    chunk.words.length > 1 ? chunk.words : chunk.words.filter(({ form }) => !isStopWord(form)),
  )
  const counted = significant.length > 0 ? significant : words
  const fill = counted.length > 0 ? sum(counted.map((word) => shareAsked(word, matches))) / counted.length : 0
  if (whole.size < clauses.length) return { share, fill, coverage: found.size === clauses.length ? 'prefix' : 'part' }
  if (fill < 1) return { share, fill, coverage: 'all' }
  const line = lineOf(chunks)
  if (line.forms === query.forms) return { share, fill, coverage: 'exact' }
  return { share, fill, coverage: line.stems === query.stems ? 'same' : 'only' }
}

/** Returns the share of a word's letters that match: «cookie» covers two thirds of `useCookie`. */
function shareAsked({ start, end }: Word, matches: Match[]): number {
  if (matches.some((match) => match.start <= start && match.end >= end)) return 1
  const pieces = matches.filter((match) => match.start >= start && match.end <= end)
  const lengths = new Map(pieces.map((piece) => [piece.start, piece.end - piece.start]))
  return Math.min(1, sum([...lengths.values()]) / (end - start))
}

/** Returns the share of a clause that is found: each part of `array.map` is half of it. */
function shareFound(matches: Match[]): number {
  if (matches.length === 0 || matches.some(({ part }) => !part)) return Math.min(1, matches.length)
  const parts = new Set(matches.map(({ part }) => part?.stem))
  return parts.size / (matches[0]?.part?.of ?? 1)
}

const namedCoverages: TitleCoverage[] = ['exact', 'same', 'only']

/** Pattern of names that many pages have, so that only the folder distinguishes them. */
const commonNames = /^(?:overview|introduction|intro|obzor|vvedenie)$/

/** Returns a page's title, preceded by its folder if the page has a common name. */
export function fullTitle({ path, title }: PageRow): string {
  const [folder = '', last = ''] = path.split('/').slice(-2)
  return commonNames.test(last) ? `${folder} ${title}` : title
}

/**
 * Returns the best coverage of the query by other names of a page: the last part of its address, the beginning of the
 * title («Closures: functions that …») or a keyword.
 */
export function matchNames({ path, title, keywords }: PageRow, matcher: Matcher): TitleCoverage {
  const [folder = '', last = ''] = path.split('/').slice(-2)
  const [lead = title] = title.split(/: | [|–—-] /)
  const names = [commonNames.test(last) ? folder : last, ...(lead === title ? [] : [lead]), ...keywordsIn(keywords)]
  const found = names.map((name) => matchName(name, matcher).coverage)
  return namedCoverages.find((naming) => found.includes(naming)) ?? 'part'
}

/** Parses the keywords of a page, which `indexStatements` writes as a JSON list of strings. */
function keywordsIn(json: string): string[] {
  return JSON.parse(json)
}

export function titleBoost({ share, fill, isCode }: TitleMatch, unit: IndexUnit): number {
  const titleShare = share * (1 + fill) * (fill < minFill ? mentionFactor : 1)
  return 1 + (titleShare + (isCode ? 2 : 0)) * (unit === 'page' ? 2 : 0.5)
}

/** Weight of a clause, its inverse document frequency: words on most pages (e.g. the product name) weigh little. */
export function clauseWeight({ pages }: Clause, { total }: { total: number }): number {
  return Math.log2(1 + Math.max(1, total / Math.max(1, pages)))
}

export interface Candidate {
  page: PageRow
  fit: TitleMatch
  /** Best coverage of the query by a keyword, the beginning of the title or the last part of the address */
  name: TitleCoverage
  heading: TitleCoverage
  parts: ScoreParts
  sections: number[]
  /** Sort tier of the candidate. A better tier always wins regardless of score; candidates without one rank last. */
  tier?: Tier
  /** Text of other pages' links to this page, if it matches the query */
  linked?: LinkTextMatch
}

export interface LinkTextMatch {
  text: string
  /** Number of pages that use this link text */
  pages: number
  /** Weight of the match, 0 to 1: the share of the query in the text times the share of the text in the query */
  weight: number
}

/** Parts of a page's score, which is `text × title + section`, times the weights of kind, time and subject. */
interface ScoreParts {
  /** Text score relative to the best page; for a partial match, the summed weight of its words */
  text: number
  /** Factor for matches in the title, at least 1 */
  title: number
  /** Score of the best section, including the boost of its heading */
  section: number
}

type Tier = [has: TitleCoverage, where: 'title' | 'name' | 'heading']

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

/**
 * Min score, relative to the best page, at which a matching heading gives a tier. Below it, the page hardly covers the
 * subject that its heading names.
 */
const minScore = 0.8
/**
 * Min share of a title's words that match. Below it, the title is a sentence that only contains the query but is not
 * about it.
 */
const minFill = 0.25
/** Factor for the score of a title below `minFill` */
const mentionFactor = 0.3

export function sortCandidates(candidates: Candidate[]): Candidate[] {
  const least = minScore * Math.max(...candidates.map(scoreOf))
  const placed = candidates.map((candidate): Candidate => ({ ...candidate, tier: tierOf(candidate, least) }))
  return placed.sort(
    (a, b) => placeOf(a) - placeOf(b) || scoreOf(b) - scoreOf(a) || (a.page.path < b.page.path ? -1 : 1),
  )
}

export function sortSections<T extends { id: number; coverage: TitleCoverage; score: number }>(sections: T[]): T[] {
  const headings: TitleCoverage[] = ['only', 'same', 'exact']
  return sections.toSorted(
    (a, b) => headings.indexOf(b.coverage) - headings.indexOf(a.coverage) || b.score - a.score || a.id - b.id,
  )
}

function tierOf(candidate: Candidate, least: number): Tier | undefined {
  return tiers.find((tier) => matchesTier(candidate, tier) && (tier[1] !== 'heading' || scoreOf(candidate) >= least))
}

function placeOf({ tier }: Candidate): number {
  return tier ? tiers.indexOf(tier) : tiers.length
}

function matchesTier({ fit, name, heading }: Candidate, [coverage, where]: Tier): boolean {
  if (coverage === 'all' && fit.fill < minFill) return false
  return coverage === { title: fit.coverage, name, heading }[where]
}

/** Weights of kinds of pages: documentation describes the present, articles the past. */
export const weightOfKind = { docs: 1, blog: 0.85 }

/** Pattern of the paths of pages about past versions and migration; readers usually mean the current version. */
const pastPaths = /(?:^|[/-])(?:migrat\w*|upgrad\w*|changelogs?|releases?|release-notes|deprecated|legacy)(?=[/-]|$)/

export function weightOfTime({ path }: PageRow): number {
  return pastPaths.test(path) ? 0.7 : 1
}

/** Pattern of the paths of pages about contributing and errors, which mention most features in passing. */
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

/** Number of candidates that links can raise; pages further down stay. */
const maxRanked = 15
/** Decrease of the score per position in the ranking */
const perPlace = 0.1
/** Weight of a full match of a link text, relative to that of the position */
const weightOfLinks = 0.6
/**
 * Min share of the query in the link text, and min share of the link text in the query. Other link texts only mention
 * the subject. Tuned on the documentation of fourteen sites.
 */
const [minLinkShare, minLinkFill] = [0.8, 0.3]
/** Number of first letters of a stem that all its forms share */
const headLength = 3

/** Raises pages by the texts of links to them: combines a page's position in the ranking with its best link text. */
export async function rankByLinks(db: PreparedReader, matcher: Matcher, ranked: Candidate[]): Promise<Candidate[]> {
  const first = ranked.slice(0, maxRanked)
  if (first.length < 2) return ranked
  const paths = first.map(({ page }) => page.path)
  const found = Map.groupBy(await listLinkWords(db, paths, headsOf(matcher.clauses)), ({ path }) => path)
  const placed = first.map((candidate, at) => {
    const linked = bestOf(found.get(candidate.page.path) ?? [], matcher)
    const score = 1 / (1 + perPlace * at) + weightOfLinks * (linked?.weight ?? 0)
    return { candidate: linked ? { ...candidate, linked } : candidate, score }
  })
  const fused = placed.sort((a, b) => b.score - a.score).map(({ candidate }) => candidate)
  return [...fused, ...ranked.slice(maxRanked)]
}

function bestOf(names: CountedLinkWords[], matcher: Matcher): LinkTextMatch | undefined {
  const fitting = names.flatMap(({ text, pages }): LinkTextMatch[] => {
    const { share, fill } = matchTitle(text, matcher)
    if (share < minLinkShare || fill < minLinkFill) return []
    // A link text of a single page weighs less, because the page may use it by chance.
    return [{ text, pages, weight: share * fill * (pages > 1 ? 1 : 0.75) }]
  })
  return fitting.sort((a, b) => b.weight - a.weight)[0]
}

/** Returns the first letters of the rarest clause's words: a link text without them covers too little of the query. */
function headsOf(clauses: Clause[]): string[] {
  const [rarest] = clauses.toSorted((a, b) => a.pages - b.pages)
  return [...new Set(rarest?.patterns.flatMap(({ stems }) => stems[0]?.slice(0, headLength) ?? []))]
}
