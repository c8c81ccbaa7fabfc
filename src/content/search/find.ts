import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { allOf, anyOf, type Clause, inTexts } from './clause.ts'
import { sectionsPerPage } from './indexing.ts'
import type { Matcher } from './matches.ts'
import {
  listPages,
  listPartialMatches,
  listSectionsWith,
  listSectionTitles,
  type PageRow,
  type RankedRow,
} from './queries.ts'
import {
  type Candidate,
  clauseWeight,
  matchNames,
  matchTitle,
  type ScoreParts,
  sortCandidates,
  sortSections,
  titleBoost,
} from './rank.ts'
import { rankRows } from './rank-rows.ts'

export interface FoundPage extends PageRow {
  sections: number[]
  why: Candidate
}

export interface Found {
  total: number
  pages: FoundPage[]
  /** No page has all words */
  isPartial: boolean
}

const sectionsShown = 3
const maxPartialPages = 15
/** Rows counted for them: the most common words are left out */
const maxRowsCounted = 4000
const maxSectionClauses = 4

/** Pages that match all clauses, each with its best sections; below few of them, and instead of none, those with most. */
export async function findPages(db: Reader, locale: Locale, matcher: Matcher, limit: number): Promise<Found> {
  const { clauses } = matcher
  const fewest = Math.min(...clauses.map(({ pages }) => pages))
  const pages = await rankRows(db, 'page', locale, clauses, fewest)
  if (pages.rows.length === 0) return findPartial(db, locale, matcher, limit)
  const sections = await rankRows(db, 'section', locale, clauses)
  const ranked = await rankPages(db, matcher, pages.rows, sections.rows)
  const found = await withSections(db, locale, clauses, ranked.slice(0, limit))
  const total = Math.max(sections.total, countSections(found))
  if (clauses.length === 1 || found.length >= limit) return { total, pages: found, isPartial: false }
  const others = await findPartial(db, locale, matcher, limit)
  const half = clauses.reduce((sum, clause) => sum + clauseWeight(clause), 0) / 2
  const below = others.pages
    .filter(({ id, why }) => why.parts.text > half && !found.some((page) => page.id === id))
    .slice(0, limit - found.length)
  return { total: total + countSections(below), pages: [...found, ...below], isPartial: false }
}

/** Sums the scores of pages and of their best sections, boosted by their titles. */
async function rankPages(
  db: Reader,
  matcher: Matcher,
  pages: RankedRow[],
  sections: RankedRow[],
): Promise<Candidate[]> {
  const titles = new Map((await listSectionTitles(db, idsOf(sections))).map(({ id, title }) => [id, title]))
  const fitted = relative(sections).map(({ id, score }) => {
    const fit = matchTitle(titles.get(id) ?? '', matcher)
    return { id, score: score * titleBoost(fit, 'section'), has: fit.has }
  })
  const sectionsByPage = Map.groupBy(sortSections(fitted), ({ id }) => pageOf(id))
  const scores = new Map(relative(pages).map(({ id, score }) => [id, score]))
  const rows = await listPages(db, [...new Set([...scores.keys(), ...sectionsByPage.keys()])])
  const candidates = rows.map((page): Candidate => {
    const fit = matchTitle(page.title, matcher)
    const own = sectionsByPage.get(page.id) ?? []
    const parts = partsOf(scores.get(page.id), titleBoost(fit, 'page'), own[0])
    return { page, fit, name: matchNames(page, matcher), heading: own[0]?.has ?? 'part', parts, sections: idsOf(own) }
  })
  return sortCandidates(candidates)
}

/** Ranks pages by the weight of matching clauses, plus that of their best section. */
async function findPartial(db: Reader, locale: Locale, matcher: Matcher, limit: number): Promise<Found> {
  const { clauses } = matcher
  const counted = rarestOf(clauses).map((clause) => ({ expression: anyOf(clause), weight: clauseWeight(clause) }))
  const partial = await listPartialMatches(db, locale, counted, maxPartialPages)
  const scored = byScore(await scoreSections(db, locale, clauses, idsOf(partial)))
  const scores = new Map(partial.map(({ id, score }) => [id, score]))
  const candidates = (await listPages(db, idsOf(partial))).map((page): Candidate => {
    const fit = matchTitle(page.title, matcher)
    const own = scored.filter(({ id }) => pageOf(id) === page.id)
    const parts = partsOf(scores.get(page.id), titleBoost(fit, 'page'), own[0])
    return { page, fit, name: matchNames(page, matcher), heading: 'part', parts, sections: idsOf(own) }
  })
  const pages = sortCandidates(candidates)
    .slice(0, limit)
    .map((why) => ({ ...why.page, sections: shownOf(why.page, why.sections), why }))
  return { total: countSections(pages), pages, isPartial: true }
}

function partsOf(text: number | undefined, title: number, best: { score: number } | undefined): ScoreParts {
  return { text: text ?? 0, title, section: best?.score ?? 0 }
}

/** Pages without a ranked section get those with all words, or else those with most. */
async function withSections(db: Reader, locale: Locale, clauses: Clause[], ranked: Candidate[]): Promise<FoundPage[]> {
  const bare = ranked.filter(({ sections }) => sections.length === 0).map(({ page }) => page.id)
  const written = inTexts(clauses)
  const together = written.length > 0 ? [allOf(written)] : []
  const whole = idsOf(await listSectionsWith(db, locale, bare, together))
  const scattered = bare.filter((page) => !whole.some((id) => pageOf(id) === page))
  const scored = byScore(await scoreSections(db, locale, written, written.length > 1 ? scattered : []))
  const best = [...whole, ...idsOf(scored)]
  return ranked.map((why) => {
    const { page, sections } = why
    const own = sections.length > 0 ? sections : best.filter((id) => pageOf(id) === page.id)
    return { ...page, sections: shownOf(page, own), why }
  })
}

async function scoreSections(
  db: Reader,
  locale: Locale,
  clauses: Clause[],
  pages: number[],
): Promise<Map<number, number>> {
  const rarest = clauses.toSorted((a, b) => a.pages - b.pages).slice(0, maxSectionClauses)
  const found = await listSectionsWith(db, locale, pages, rarest.map(anyOf))
  const scored = new Map<number, number>()
  for (const { id, expression } of found) {
    const clause = rarest[expression]
    scored.set(id, (scored.get(id) ?? 0) + (clause ? clauseWeight(clause) : 0))
  }
  return scored
}

function byScore(scored: Map<number, number>): RankedRow[] {
  return Array.from(scored, ([id, score]) => ({ id, score })).toSorted((a, b) => b.score - a.score || a.id - b.id)
}

/** Scores relative to the best, comparable between indexes. */
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
