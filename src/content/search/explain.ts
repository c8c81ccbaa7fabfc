import type { PreparedReader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { analyzeQuery } from './analyze-query.ts'
import { type FoundPage, findPages } from './find.ts'
import { createMatcher, type Matcher } from './matches.ts'
import { columnWeights, listSections, type SectionRow } from './queries.ts'
import { type Clause, cleanQuery, type Pattern } from './query.ts'
import {
  clauseWeight,
  type LinkTextMatch,
  scoreOf,
  type TitleCoverage,
  weightOfKind,
  weightOfSubject,
  weightOfTime,
} from './rank.ts'
import { findNearWords } from './vocabulary.ts'

const maxPages = 10

export async function explainSearch(db: PreparedReader, locale: Locale, query: string): Promise<string> {
  const asked = cleanQuery(query)
  const { clauses, total: totalPages, corrected } = await analyzeQuery(db, locale, asked)
  const head = [
    `${locale}: "${asked}"${corrected === undefined ? '' : ` is on no page, so the search was for "${corrected}"`}`,
  ]
  if (clauses.length === 0) {
    const near = await findNearWords(db, locale, asked)
    return [...head, '  nothing was found', ...(near.length > 0 ? [`  nearest words: ${near.join(', ')}`] : [])].join(
      '\n',
    )
  }
  const matcher = createMatcher(corrected ?? asked, clauses, totalPages)
  const { total, pages, isPartial } = await findPages(db, locale, matcher, maxPages)
  const ids = pages.flatMap(({ sections }) => sections)
  const sections = new Map((await listSections(db, ids, 1)).map((row) => [row.id, row]))
  return [
    ...head,
    ...clauses.map((clause) => `  ${wordText(clause, matcher)}`),
    `  weights of title, headings and text: ${columnWeights.page} for a page; ${columnWeights.section} for a section`,
    `  ${counted(total, 'section')} found${isPartial ? '; no page has all of these words, so pages with most of them are listed' : ''}`,
    ...pages.flatMap((page, at) => ['', ...pageLines(page, at + 1, sections)]),
  ].join('\n')
}

function wordText(clause: Clause, matcher: Matcher): string {
  const patterns = clause.patterns.map(patternText).join(', ')
  return `on ${counted(clause.pages, 'page')}, weight ${shown(clauseWeight(clause, matcher))}: ${patterns}`
}

function patternText({ stems, isPrefix, isTitleOnly, isCorrection, isSound, isScattered }: Pattern): string {
  const notes = [
    isPrefix && 'and longer words that begin with it',
    isTitleOnly && 'in titles and headings only',
    isScattered && 'its parts may be anywhere',
    isCorrection && 'a correction of what was typed',
    isSound && 'sounds alike',
  ].filter((note) => note !== false && note !== undefined)
  return stems.join(' ') + (notes.length > 0 ? ` (${notes.join(', ')})` : '')
}

const coverages: Record<TitleCoverage, string> = {
  exact: 'is the query letter by letter',
  same: 'is the query with other endings',
  only: 'has the words of the query and no others',
  all: 'has all words of the query',
  prefix: 'has all words of the query, some as the beginning of a longer word',
  part: 'has some words of the query, or none',
}
const places = {
  title: 'its title',
  name: 'a keyword, the beginning of its title or the end of its address',
  heading: 'a heading',
}

function pageLines(page: FoundPage, place: number, sections: ReadonlyMap<number, SectionRow>): string[] {
  const { candidate: why } = page
  const { tier } = why
  const { text, title, section } = why.parts
  const kind = weightOfKind[page.kind]
  const past = weightOfTime(page) < 1 ? ` × old version ${weightOfTime(page)}` : ''
  const aside = weightOfSubject(why) < 1 ? ` × about errors or contributing ${weightOfSubject(why)}` : ''
  const own = page.sections.flatMap((id) => sections.get(id)?.address ?? [])
  return [
    `${place}. ${page.title}  ${page.path}`,
    `   ranked here ${tier ? `because ${places[tier[1]]} ${coverages[tier[0]]}` : 'by its score alone'}`,
    `   score ${shown(scoreOf(why))} = (text ${shown(text)} × title ${shown(title)} + section ${shown(section)}) × ${page.kind} ${kind}${past}${aside}`,
    `   its title ${coverages[why.fit.coverage]}: it covers ${percent(why.fit.share)} of the query, the query ${percent(why.fit.fill)} of the title`,
    ...linkLines(why.linked),
    `   matching sections: ${own.join(', ')}`,
  ]
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function shown(value: number): string {
  return value.toFixed(3)
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}

function linkLines(linked: LinkTextMatch | undefined): string[] {
  if (!linked) return []
  return [
    `   raised because ${counted(linked.pages, 'page')} ${linked.pages === 1 ? 'links' : 'link'} to it as "${linked.text}", weight ${shown(linked.weight)}`,
  ]
}
