import type { Reader } from '../../db/client.ts'
import type { Clause } from './clause.ts'
import { type CountedLinkWords, listLinkWords } from './link-queries.ts'
import type { Matcher } from './matches.ts'
import { type Candidate, type LinkTextMatch, matchTitle } from './rank.ts'

/** Max candidates considered; links cannot raise pages further down. */
const maxRanked = 15
/** Score falloff per position */
const perPlace = 0.1
/** Weight of a full link-text match relative to position */
const weightOfLinks = 0.6
/**
 * Min share of the query in the link text, and min share of the link text in the query. Others only mention the
 * subject. Tuned on the documentation of fourteen sites.
 */
const [minLinkShare, minLinkFill] = [0.8, 0.3]
/** Letters of a stem that all its forms share */
const headLength = 3

/** Raises pages by the texts of links to them. Fuses the position in the ranking with the best link text. */
export async function rankByLinks(db: Reader, matcher: Matcher, ranked: Candidate[]): Promise<Candidate[]> {
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
    // A single page may use the text by chance.
    return [{ text, pages, weight: share * fill * (pages > 1 ? 1 : 0.75) }]
  })
  return fitting.sort((a, b) => b.weight - a.weight)[0]
}

/** First letters of the rarest clause's words: a link text without them covers too little of the query. */
function headsOf(clauses: Clause[]): string[] {
  const [rarest] = clauses.toSorted((a, b) => a.pages - b.pages)
  return [...new Set(rarest?.patterns.flatMap(({ stems }) => stems[0]?.slice(0, headLength) ?? []))]
}
