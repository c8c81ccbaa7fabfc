import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { sectionsPerPage } from './indexing.ts'
import type { Finder } from './matches.ts'
import { allOf, anyOf, inTexts, type Need } from './need.ts'
import {
  listCovering,
  listPages,
  listSectionsWith,
  listSectionTitles,
  type PageRow,
  type RankedRow,
} from './queries.ts'
import { type Candidate, fitOfTitle, liftOf, sortCandidates, sortSections, weightOf } from './rank.ts'
import { rankRows } from './rank-rows.ts'

export interface FoundPage extends PageRow {
  /** Ids of its best sections, best first. */
  sections: number[]
}

export interface Found {
  /** Sections that answer, shown or not. */
  total: number
  /** Best first. */
  pages: FoundPage[]
}

const sectionsShown = 3
/** Pages looked at when none has all words. */
const mostCovering = 15
/** Rows counted to find them: the most common words are left out rather than counted everywhere. */
const mostRowsCounted = 4000
/** Needs that decide between the sections of a page of which none has all. */
const mostNeedsOfSections = 4

/** The best pages for some needs and the best sections of each: those that answer all needs, or else most of them. */
export async function findPages(db: Reader, locale: Locale, finder: Finder, limit: number): Promise<Found> {
  const { needs } = finder
  const most = Math.min(...needs.map(({ pages }) => pages))
  const pages = await rankRows(db, 'page', locale, needs, most)
  if (pages.rows.length === 0) return findCovering(db, locale, finder, limit)
  const sections = await rankRows(db, 'section', locale, needs)
  const ranked = await rankPages(db, finder, pages.rows, sections.rows)
  const found = await withSections(db, locale, needs, ranked.slice(0, limit))
  return { total: Math.max(sections.total, countSections(found)), pages: found }
}

/** Adds up how well pages and the best of their sections answer, both more so when their titles do. */
async function rankPages(db: Reader, finder: Finder, pages: RankedRow[], sections: RankedRow[]): Promise<Candidate[]> {
  const titles = new Map((await listSectionTitles(db, idsOf(sections))).map(({ id, title }) => [id, title]))
  const fitted = relative(sections).map(({ id, score }) => {
    const fit = fitOfTitle(titles.get(id) ?? '', finder)
    return { id, score: score * liftOf(fit, 'section'), has: fit.has }
  })
  const sectionsByPage = Map.groupBy(sortSections(fitted), ({ id }) => pageOf(id))
  const scores = new Map(relative(pages).map(({ id, score }) => [id, score]))
  const rows = await listPages(db, [...new Set([...scores.keys(), ...sectionsByPage.keys()])])
  const candidates = rows.map((page): Candidate => {
    const fit = fitOfTitle(page.title, finder)
    const own = sectionsByPage.get(page.id) ?? []
    const score = (scores.get(page.id) ?? 0) * liftOf(fit, 'page') + (own[0]?.score ?? 0)
    return { page, fit, heading: own[0]?.has ?? 'part', score, sections: idsOf(own) }
  })
  return sortCandidates(candidates)
}

/** Pages that answer most, rare words weighing more; then those with a section that answers much by itself. */
async function findCovering(db: Reader, locale: Locale, finder: Finder, limit: number): Promise<Found> {
  const { needs } = finder
  const counted = rarestOf(needs).map((need) => ({ expression: anyOf(need), weight: weightOf(need) }))
  const covering = await listCovering(db, locale, counted, mostCovering)
  const worth = byWorth(await sectionWorth(db, locale, needs, idsOf(covering)))
  const scores = new Map(covering.map(({ id, score }) => [id, score]))
  const candidates = (await listPages(db, idsOf(covering))).map((page): Candidate => {
    const fit = fitOfTitle(page.title, finder)
    const own = worth.filter(({ id }) => pageOf(id) === page.id)
    const score = (scores.get(page.id) ?? 0) * liftOf(fit, 'page') + (own[0]?.score ?? 0)
    return { page, fit, heading: 'part', score, sections: idsOf(own) }
  })
  const pages = sortCandidates(candidates)
    .slice(0, limit)
    .map(({ page, sections }) => ({ ...page, sections: shownOf(page, sections) }))
  return { total: countSections(pages), pages }
}

/** Gives pages none of whose sections came out best the first ones that have all words, or else those with most. */
async function withSections(db: Reader, locale: Locale, needs: Need[], ranked: Candidate[]): Promise<FoundPage[]> {
  const bare = ranked.filter(({ sections }) => sections.length === 0).map(({ page }) => page.id)
  const written = inTexts(needs)
  const together = written.length > 0 ? [allOf(written)] : []
  const whole = idsOf(await listSectionsWith(db, locale, bare, together))
  const scattered = bare.filter((page) => !whole.some((id) => pageOf(id) === page))
  const worth = byWorth(await sectionWorth(db, locale, written, written.length > 1 ? scattered : []))
  const best = [...whole, ...idsOf(worth)]
  return ranked.map(({ page, sections }) => {
    const own = sections.length > 0 ? sections : best.filter((id) => pageOf(id) === page.id)
    return { ...page, sections: shownOf(page, own) }
  })
}

/** What the sections of some pages answer, in weights of needs. */
async function sectionWorth(db: Reader, locale: Locale, needs: Need[], pages: number[]): Promise<Map<number, number>> {
  const rarest = needs.toSorted((a, b) => a.pages - b.pages).slice(0, mostNeedsOfSections)
  const found = await listSectionsWith(db, locale, pages, rarest.map(anyOf))
  const worth = new Map<number, number>()
  for (const { id, expression } of found) {
    const need = rarest[expression]
    worth.set(id, (worth.get(id) ?? 0) + (need ? weightOf(need) : 0))
  }
  return worth
}

function byWorth(worth: Map<number, number>): RankedRow[] {
  return Array.from(worth, ([id, score]) => ({ id, score })).toSorted((a, b) => b.score - a.score || a.id - b.id)
}

/** Scores as parts of the best one, to be added to those of another index. */
function relative(rows: RankedRow[]): RankedRow[] {
  const best = Math.max(...rows.map(({ score }) => score))
  return rows.map(({ id, score }) => ({ id, score: best > 0 ? score / best : 0 }))
}

function rarestOf(needs: Need[]): Need[] {
  const sorted = needs.toSorted((a, b) => a.pages - b.pages)
  const rowsUpTo = (at: number) => sorted.slice(0, at + 1).reduce((sum, { pages }) => sum + pages, 0)
  return sorted.filter((_, at) => at === 0 || rowsUpTo(at) <= mostRowsCounted)
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
