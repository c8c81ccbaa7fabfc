import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { addDoubts } from './doubts.ts'
import type { Need } from './need.ts'
import { parseQuery, type Term, telling } from './parse-query.ts'
import { readNeeds } from './patterns.ts'
import { joinReadings, type Piece, type Reading, rereadPiece } from './reread.ts'

/** What a query asks for, in words the pages have. */
export interface Understanding {
  needs: Need[]
  /** The query as it was understood, when that is not how it was typed. */
  corrected?: string
}

/** More words make no query clearer; of many the rarest are searched for. */
const mostTerms = 10
const mostNeeds = 6

/**
 * Finds out what a query asks for. A word that no page has is read in the other keyboard layout, as the beginning of
 * a word, with one typing error forgiven or as a word of the same root, in this order; failing all it is left out.
 */
export async function understandQuery(db: Reader, locale: Locale, query: string): Promise<Understanding> {
  const terms = withoutRepeats(telling(parseQuery(query))).slice(-mostTerms)
  const typed = await readNeeds(db, locale, terms)
  const readings: Reading[] = []
  for (const piece of piecesOf(query, terms)) {
    const needs = piece.terms.map((term) => typed[terms.indexOf(term)] ?? { patterns: [], pages: 0 })
    const isKnown = needs.every(({ pages }) => pages > 0)
    readings.push(
      isKnown
        ? { needs: await addDoubts(db, locale, piece, needs), changes: [] }
        : await rereadPiece(db, locale, piece, needs),
    )
  }
  const { needs, changes } = joinReadings(readings)
  const known = telling(needs.filter(({ pages }) => pages > 0))
  const rarest = known.toSorted((a, b) => a.pages - b.pages).slice(0, mostNeeds)
  return {
    needs: known.filter((need) => rarest.includes(need)),
    ...(changes.length > 0 && { corrected: withChanges(query, changes) }),
  }
}

/** A word said twice is asked for once; the last time counts, where it may still be being typed. */
function withoutRepeats(terms: Term[]): Term[] {
  const keyOf = ({ words, isPhrase }: Term) => words.map(({ stem }) => stem).join(isPhrase ? ' ' : '-')
  return [...new Map(terms.map((term) => [keyOf(term), term])).values()].toSorted((a, b) => a.start - b.start)
}

function piecesOf(query: string, terms: Term[]): Piece[] {
  const pieces: Piece[] = []
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

function withChanges(query: string, changes: Reading['changes']): string {
  return changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: now }) => text.slice(0, start) + now + text.slice(end), query)
}
