import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { addAlternatives } from './alternatives.ts'
import { type Clause, exact } from './clause.ts'
import { parseQuery, type Term, withoutStopWords } from './parse-query.ts'
import { clausesFor, readClauses } from './patterns.ts'
import { countAllPages } from './queries.ts'
import { mergeRewrites, type QueryPart, type Rewrite, rewriteQueryPart } from './rewrite.ts'
import { alphabetOf } from './sounds.ts'

export interface QueryAnalysis {
  clauses: Clause[]
  /** Pages in this language */
  total: number
  corrected?: string
}

/** A query with more clauses is searched by its rarest ones. */
const maxTerms = 10
const maxClauses = 6

/**
 * A word on no page is tried in the other keyboard layout, as a prefix, as a typo and by its root, in that order; if
 * nothing matches, it is dropped.
 */
export async function analyzeQuery(db: Reader, locale: Locale, query: string): Promise<QueryAnalysis> {
  const parsed = parseQuery(query)
  const terms = withoutRepeats(withoutStopWords(parsed)).slice(-maxTerms)
  const typed = await readClauses(db, locale, terms)
  const rewrites: Rewrite[] = []
  for (const piece of piecesOf(query, terms)) {
    const clauses = piece.terms.map((term) => typed[terms.indexOf(term)] ?? { patterns: [], pages: 0 })
    const isKnown = clauses.every(({ pages }) => pages > 0)
    rewrites.push(
      isKnown
        ? { clauses: await addAlternatives(db, locale, piece, clauses), changes: [] }
        : await rewriteQueryPart(db, locale, piece, clauses),
    )
  }
  const { clauses, changes } = mergeRewrites(rewrites)
  const code = terms.every(({ isCommon }) => isCommon) ? [] : await readCodeWords(db, locale, parsed)
  const known = [...withoutStopWords(clauses.filter(({ pages }) => pages > 0)), ...code]
  const rarest = known.toSorted((a, b) => a.pages - b.pages).slice(0, maxClauses)
  return {
    clauses: known.filter((clause) => rarest.includes(clause)),
    total: await countAllPages(db, locale),
    ...(changes.length > 0 && { corrected: withChanges(query, changes) }),
  }
}

/** A stop word that may be code (`this` or «цикл for») is searched in titles. */
async function readCodeWords(db: Reader, locale: Locale, terms: Term[]): Promise<Clause[]> {
  const isForeign = ({ words }: Term) => locale === 'ru' && words.every(({ form }) => alphabetOf(form) === 'latin')
  const meant = terms.filter((term) => term.isCommon && (term.isCode || isForeign(term))).slice(-maxTerms)
  const patterns = meant.map(({ words }) => ({ ...exact(...words.map(({ stem }) => stem)), isTitleOnly: true }))
  const clauses = await clausesFor(
    db,
    locale,
    patterns.map((pattern) => [pattern]),
  )
  return clauses.filter(({ pages }) => pages > 0)
}

/** Keeps the last occurrence, because it may still be being typed. */
function withoutRepeats(terms: Term[]): Term[] {
  const keyOf = ({ words, isPhrase }: Term) => words.map(({ stem }) => stem).join(isPhrase ? ' ' : '-')
  return [...new Map(terms.map((term) => [keyOf(term), term])).values()].toSorted((a, b) => a.start - b.start)
}

function piecesOf(query: string, terms: Term[]): QueryPart[] {
  const pieces: QueryPart[] = []
  for (const term of terms) {
    const previous = pieces.at(-1)
    if (previous && term.start < previous.end) {
      previous.terms.push(term)
      continue
    }
    const before = term.isPhrase ? 0 : (/\S*$/.exec(query.slice(0, term.start))?.[0].length ?? 0)
    const after = term.isPhrase ? 0 : (/^\S*/.exec(query.slice(term.end))?.[0].length ?? 0)
    const [start, end] = [term.start - before, term.end + after]
    pieces.push({ text: query.slice(start, end), start, end, terms: [term] })
  }
  return pieces
}

function withChanges(query: string, changes: Rewrite['changes']): string {
  return changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: now }) => text.slice(0, start) + now + text.slice(end), query)
}
