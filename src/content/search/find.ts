import type { PreparedReader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import type { Matcher } from './matches.ts'
import {
  type Hits,
  type HitsRequest,
  listHits,
  listSectionsWith,
  type PageRow,
  type RankedRow,
  sectionsPerPage,
} from './queries.ts'
import { allOf, anyOf, type Clause, inTexts } from './query.ts'
import {
  type Candidate,
  clauseWeight,
  fullTitle,
  matchNames,
  matchTitle,
  rankByLinks,
  sortCandidates,
  sortSections,
  titleBoost,
} from './rank.ts'

export interface FoundPage extends PageRow {
  sections: number[]
  candidate: Candidate
}

export interface Found {
  total: number
  pages: FoundPage[]
  /** Whether no page has all words of the query */
  isPartial: boolean
}

const sectionsShown = 3
/** Max number of pages with all words that are ranked together with partial matches */
const maxWholePages = 20
/** Min share of the query's weight that a partial match must cover to be listed beside full matches */
const minPart = 0.4
/** Max number of rows that are read for partial matches; the most common words are left out */
const maxRowsCounted = 4000
const maxSectionClauses = 4
/** Extra weight of a word that is found in the title, or in a heading or the introduction */
const [titleWeight, headingsWeight] = [0.5, 0.25]

/** Finds pages that match all clauses, plus partial matches that may be better, each with its best sections. */
export async function findPages(db: PreparedReader, locale: Locale, matcher: Matcher, limit: number): Promise<Found> {
  const hits = await listHits(db, locale, hitsRequest(matcher))
  const isPartial = hits.pages.length === 0
  const whole = rankPages(hits, matcher)
  // Partial matches of a single word are no others than full matches.
  const all = matcher.clauses.length > 1 ? await addPartialMatches(db, locale, matcher, hits, whole) : whole
  const ranked = await rankByLinks(db, matcher, all)
  const shown = await selectSections(db, locale, matcher, ranked.slice(0, limit))
  return { ...shown, total: Math.max(isPartial ? 0 : hits.sectionTotal, shown.total), isPartial }
}

/**
 * Max number of rows of which the texts are ranked; above it, only title matches are ranked. Ranking takes about 1 µs
 * per row and pattern, more for phrases.
 */
const maxRanked = 1000
/** Max sum of the rows of all patterns, because FTS5 counts the rows of each before ranking. */
const maxCounted = 6000

function hitsRequest(matcher: Matcher): HitsRequest {
  const { clauses } = matcher
  const counted = clauses.reduce((sum, { pages }) => sum + pages, 0)
  const affordable = counted > maxCounted ? 0 : maxRanked / costOf(clauses)
  const fewest = Math.min(...clauses.map(({ pages }) => pages))
  const partial = rarestOf(clauses).flatMap((clause) => {
    const [expression, share] = [anyOf(clause), shareOf(clause, matcher)]
    return [
      { expression, weight: share, share },
      { expression: `{title} : ${expression}`, weight: share * titleWeight, share: 0 },
      { expression: `{headings} : ${expression}`, weight: share * headingsWeight, share: 0 },
    ]
  })
  return {
    expression: allOf(clauses),
    pages: fewest <= affordable || clauses.length === 1 ? fewest : undefined,
    maxRanked: affordable,
    partial: clauses.length > 1 ? partial : [],
  }
}

/** Scores each page by its text, title boost and best section. */
function rankPages({ pages, sections, pageRows }: Hits, matcher: Matcher): Candidate[] {
  const titles = new Map(sections.map(({ id, title }) => [id, title]))
  const fitted = relative(sections).map(({ id, score }) => {
    const fit = matchTitle(titles.get(id) ?? '', matcher)
    return { id, score: score * titleBoost(fit, 'section'), coverage: fit.coverage }
  })
  const sectionsByPage = Map.groupBy(sortSections(fitted), ({ id }) => pageOf(id))
  const scores = new Map(relative(pages).map(({ id, score }) => [id, score]))
  const ids = [...new Set([...scores.keys(), ...sectionsByPage.keys()])]
  const candidates = ids.flatMap((id) => {
    const page = pageRows.get(id)
    return page ? [candidateOf(page, matcher, scores.get(id), sectionsByPage.get(id))] : []
  })
  return sortCandidates(candidates)
}

type FittedSection = RankedRow & { coverage: Candidate['heading'] }

function candidateOf(page: PageRow, matcher: Matcher, text = 0, sections: FittedSection[] = []): Candidate {
  const fit = matchTitle(fullTitle(page), matcher)
  const [best] = sections
  return {
    page,
    fit,
    name: matchNames(page, matcher),
    heading: best?.coverage ?? 'part',
    parts: { text, title: titleBoost(fit, 'page'), section: best?.score ?? 0 },
    sections: idsOf(sections),
  }
}

/** Adds pages that cover enough of the query but lack some words. */
async function addPartialMatches(
  db: PreparedReader,
  locale: Locale,
  matcher: Matcher,
  { partial, pageRows }: Hits,
  whole: Candidate[],
): Promise<Candidate[]> {
  const least = whole.length > 0 ? minPart : 0
  const known = new Set(whole.map(({ page }) => page.id))
  const others = partial.flatMap(({ id, score, share }) => {
    const page = pageRows.get(id)
    if (!page || share <= least || known.has(id)) return []
    return [candidateOf(page, matcher, score / (1 + titleWeight + headingsWeight))]
  })
  return addPartialSections(db, locale, matcher, [...whole.slice(0, maxWholePages), ...others])
}

/**
 * Sorts partial matches. A page without a scored section gets the score of the section with the largest share of the
 * query.
 */
async function addPartialSections(
  db: PreparedReader,
  locale: Locale,
  matcher: Matcher,
  ranked: Candidate[],
): Promise<Candidate[]> {
  const bare = ranked.filter(({ parts }) => parts.section === 0).map(({ page }) => page.id)
  const scored = byScore(await scoreSections(db, locale, inTexts(matcher.clauses), bare, matcher))
  const sectionsByPage = Map.groupBy(scored, ({ id }) => pageOf(id))
  const filled = ranked.map((candidate) => {
    const own = candidate.parts.section > 0 ? [] : (sectionsByPage.get(candidate.page.id) ?? [])
    const parts = { ...candidate.parts, section: own[0]?.score ?? candidate.parts.section }
    return own.length > 0 ? { ...candidate, sections: idsOf(own), parts } : candidate
  })
  return sortCandidates(filled)
}

/** Selects the sections to show of each page. A page without a ranked section shows those with the most words. */
async function selectSections(db: PreparedReader, locale: Locale, matcher: Matcher, ranked: Candidate[]) {
  const bare = ranked.filter(({ sections }) => sections.length === 0).map(({ page }) => page.id)
  const scored = byScore(await scoreSections(db, locale, inTexts(matcher.clauses), bare, matcher))
  const pages = ranked.map((candidate): FoundPage => {
    const { page, sections } = candidate
    const own = sections.length > 0 ? sections : idsOf(scored).filter((id) => pageOf(id) === page.id)
    return { ...page, sections: shownOf(page, own), candidate }
  })
  return { pages, total: countSections(pages) }
}

/** Scores sections by the share of the query's weight that each one contains. */
async function scoreSections(
  db: PreparedReader,
  locale: Locale,
  clauses: Clause[],
  pages: number[],
  matcher: Matcher,
): Promise<Map<number, number>> {
  const rarest = clauses.toSorted((a, b) => a.pages - b.pages).slice(0, maxSectionClauses)
  const found = await listSectionsWith(db, locale, pages, rarest.map(anyOf))
  const scored = new Map<number, number>()
  for (const { id, expression } of found) {
    const clause = rarest[expression]
    scored.set(id, (scored.get(id) ?? 0) + (clause ? shareOf(clause, matcher) : 0))
  }
  return scored
}

/** Returns a clause's share of the query's total weight; 0 to 1 */
function shareOf(clause: Clause, matcher: Matcher): number {
  return clauseWeight(clause, matcher) / matcher.clauses.reduce((sum, each) => sum + clauseWeight(each, matcher), 0)
}

function byScore(scored: Map<number, number>): RankedRow[] {
  return Array.from(scored, ([id, score]) => ({ id, score })).toSorted((a, b) => b.score - a.score || a.id - b.id)
}

/** Divides the scores of rows by the best score, so that they are comparable between indexes. */
function relative(rows: RankedRow[]): RankedRow[] {
  const best = Math.max(...rows.map(({ score }) => score))
  return rows.map(({ id, score }) => ({ id, score: best > 0 ? score / best : 0 }))
}

function rarestOf(clauses: Clause[]): Clause[] {
  const sorted = clauses.toSorted((a, b) => a.pages - b.pages)
  const rowsUpTo = (at: number) => sorted.slice(0, at + 1).reduce((sum, { pages }) => sum + pages, 0)
  return sorted.filter((_, at) => at === 0 || rowsUpTo(at) <= maxRowsCounted)
}

function shownOf(page: PageRow, sections: number[]): number[] {
  return sections.length > 0 ? sections.slice(0, sectionsShown) : [page.id * sectionsPerPage]
}

function countSections(pages: FoundPage[]): number {
  return pages.reduce((sum, { sections }) => sum + sections.length, 0)
}

function pageOf(section: number): number {
  return Math.floor(section / sectionsPerPage)
}

function idsOf(rows: { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}

function costOf(clauses: Clause[]): number {
  return clauses.flatMap(({ patterns }) => patterns).reduce((cost, { stems }) => cost + stems.length ** 2, 0)
}
