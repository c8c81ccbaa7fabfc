import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { sectionsPerPage } from './indexing.ts'
import type { Matcher } from './matches.ts'
import {
  countRows,
  type IndexUnit,
  listPages,
  listPartialMatches,
  listRanked,
  listSectionsWith,
  listSectionTitles,
  listUnranked,
  type PageRow,
  type RankedRow,
} from './queries.ts'
import { allOf, anyOf, type Clause, inTexts } from './query.ts'
import {
  type Candidate,
  clauseWeight,
  fullTitle,
  matchNames,
  matchTitle,
  rankByLinks,
  type ScoreParts,
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
const maxPartialPages = 15
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
export async function findPages(db: Reader, locale: Locale, matcher: Matcher, limit: number): Promise<Found> {
  const { clauses } = matcher
  const fewest = Math.min(...clauses.map(({ pages }) => pages))
  const pages = await rankRows(db, 'page', locale, clauses, fewest)
  if (pages.rows.length === 0) {
    const partial = await addPartialSections(db, locale, matcher, await rankPartial(db, locale, matcher, 0))
    const ranked = await rankByLinks(db, matcher, partial)
    return { ...(await selectSections(db, locale, matcher, ranked.slice(0, limit))), isPartial: true }
  }
  const sections = await rankRows(db, 'section', locale, clauses)
  const whole = await rankPages(db, matcher, pages.rows, sections.rows)
  const isEnough = clauses.length === 1
  const ranked = await rankByLinks(db, matcher, isEnough ? whole : await addPartialMatches(db, locale, matcher, whole))
  const shown = await selectSections(db, locale, matcher, ranked.slice(0, limit))
  return { ...shown, total: Math.max(sections.total, shown.total), isPartial: false }
}

async function addPartialMatches(
  db: Reader,
  locale: Locale,
  matcher: Matcher,
  whole: Candidate[],
): Promise<Candidate[]> {
  const partial = await rankPartial(db, locale, matcher, minPart)
  const known = new Set(whole.map(({ page }) => page.id))
  const others = partial.filter(({ page }) => !known.has(page.id))
  return addPartialSections(db, locale, matcher, [...whole.slice(0, maxWholePages), ...others])
}

/** Scores each page by its text, title boost and best section. */
async function rankPages(
  db: Reader,
  matcher: Matcher,
  pages: RankedRow[],
  sections: RankedRow[],
): Promise<Candidate[]> {
  const titles = new Map((await listSectionTitles(db, idsOf(sections))).map(({ id, title }) => [id, title]))
  const fitted = relative(sections).map(({ id, score }) => {
    const fit = matchTitle(titles.get(id) ?? '', matcher)
    return { id, score: score * titleBoost(fit, 'section'), coverage: fit.coverage }
  })
  const sectionsByPage = Map.groupBy(sortSections(fitted), ({ id }) => pageOf(id))
  const scores = new Map(relative(pages).map(({ id, score }) => [id, score]))
  const rows = await listPages(db, [...new Set([...scores.keys(), ...sectionsByPage.keys()])])
  const candidates = rows.map((page): Candidate => {
    const fit = matchTitle(fullTitle(page), matcher)
    const own = sectionsByPage.get(page.id) ?? []
    const parts = partsOf(scores.get(page.id), titleBoost(fit, 'page'), own[0])
    return {
      page,
      fit,
      name: matchNames(page, matcher),
      heading: own[0]?.coverage ?? 'part',
      parts,
      sections: idsOf(own),
    }
  })
  return sortCandidates(candidates)
}

/** Ranks the pages that cover more than `least` (0 to 1) of the query. */
async function rankPartial(db: Reader, locale: Locale, matcher: Matcher, least: number): Promise<Candidate[]> {
  const { clauses } = matcher
  const counted = rarestOf(clauses).flatMap((clause) => {
    const [expression, share] = [anyOf(clause), shareOf(clause, matcher)]
    return [
      { expression, weight: share, share },
      { expression: `{title} : ${expression}`, weight: share * titleWeight, share: 0 },
      { expression: `{headings} : ${expression}`, weight: share * headingsWeight, share: 0 },
    ]
  })
  const listed = await listPartialMatches(db, locale, counted, maxPartialPages)
  const partial = listed.filter(({ share }) => share > least)
  const scores = new Map(partial.map(({ id, score }) => [id, score / (1 + titleWeight + headingsWeight)]))
  return (await listPages(db, idsOf(partial))).map((page): Candidate => {
    const fit = matchTitle(fullTitle(page), matcher)
    const parts = partsOf(scores.get(page.id), titleBoost(fit, 'page'), undefined)
    return { page, fit, name: matchNames(page, matcher), heading: 'part', parts, sections: [] }
  })
}

/**
 * Sorts partial matches. A page without a scored section gets the score of the section with the largest share of the
 * query.
 */
async function addPartialSections(
  db: Reader,
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

function partsOf(text: number | undefined, title: number, best: { score: number } | undefined): ScoreParts {
  return { text: text ?? 0, title, section: best?.score ?? 0 }
}

/**
 * Selects the sections to show of each page. A page without a ranked section shows sections with all words, or else
 * those with the most words.
 */
async function selectSections(db: Reader, locale: Locale, matcher: Matcher, ranked: Candidate[]) {
  const bare = ranked.filter(({ sections }) => sections.length === 0).map(({ page }) => page.id)
  const written = inTexts(matcher.clauses)
  const together = written.length > 0 ? [allOf(written)] : []
  const whole = idsOf(await listSectionsWith(db, locale, bare, together))
  const scattered = bare.filter((page) => !whole.some((id) => pageOf(id) === page))
  const scored = byScore(await scoreSections(db, locale, written, written.length > 1 ? scattered : [], matcher))
  const best = [...whole, ...idsOf(scored)]
  const pages = ranked.map((candidate): FoundPage => {
    const { page, sections } = candidate
    const own = sections.length > 0 ? sections : best.filter((id) => pageOf(id) === page.id)
    return { ...page, sections: shownOf(page, own), candidate }
  })
  return { pages, total: countSections(pages) }
}

/** Scores sections by the share of the query's weight that each one contains. */
async function scoreSections(
  db: Reader,
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

interface RankedRows {
  rows: RankedRow[]
  total: number
}

/**
 * Max number of rows of which the texts are ranked; above it, only title matches are ranked. Ranking takes about 1 µs
 * per row and pattern, more for phrases.
 */
const maxRanked = 1000
/** Max sum of the rows of all patterns, because FTS5 counts the rows of each before ranking. */
const maxCounted = 6000
const candidates = 40

/**
 * Ranks the rows of an index. @param known  number of rows that match the rarest clause, if counted; `total` may then
 * be too high
 */
async function rankRows(
  db: Reader,
  unit: IndexUnit,
  locale: Locale,
  clauses: Clause[],
  known = Number.POSITIVE_INFINITY,
): Promise<RankedRows> {
  const expression = allOf(clauses)
  const counted = clauses.reduce((sum, { pages }) => sum + pages, 0)
  const affordable = counted > maxCounted ? 0 : maxRanked / costOf(clauses)
  const isCounted = known <= affordable || (clauses.length === 1 && known !== Number.POSITIVE_INFINITY)
  const total = isCounted ? known : await countRows(db, unit, locale, expression)
  if (total === 0) return { rows: [], total }
  if (total <= affordable) return { rows: await listRanked(db, unit, locale, expression, candidates, maxRanked), total }
  const titled = await listRanked(
    db,
    unit,
    locale,
    `{title} : (${expression})`,
    candidates,
    Math.max(affordable, candidates),
  )
  // Sections are not searched further, because those of shown pages are looked up later.
  if (titled.length === candidates || unit === 'section') return { rows: titled, total }
  const ids = new Set(titled.map(({ id }) => id))
  const others = await listUnranked(db, unit, locale, expression, candidates)
  return { rows: [...titled, ...others.filter(({ id }) => !ids.has(id))], total }
}

function costOf(clauses: Clause[]): number {
  return clauses.flatMap(({ patterns }) => patterns).reduce((cost, { stems }) => cost + stems.length ** 2, 0)
}
