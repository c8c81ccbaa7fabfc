import type { Reader } from '../../db/client.ts'
import type { Clause } from './clause.ts'
import { type CountedLinkWords, listLinkWords } from './link-queries.ts'
import type { Matcher } from './matches.ts'
import { type Candidate, type LinkedAs, matchTitle } from './rank.ts'

/** Candidates that are looked at: what stands further down is not raised by a name. */
const mostRanked = 15
/** What of its place a candidate loses with each that stands before it */
const perPlace = 0.1
/** What a name in full counts for beside a place */
const weightOfLinks = 0.6
/** Of the query in such a name, and of the name in the query: others only mention it. Tried on the documentation of fourteen sites. */
const [leastShare, leastFill] = [0.8, 0.3]
/** Letters of a stem that its forms have too */
const headLength = 3

/** What other pages call a page when they lead there raises it: the places of both rankings are fused. */
export async function rankByLinks(db: Reader, matcher: Matcher, ranked: Candidate[]): Promise<Candidate[]> {
  const first = ranked.slice(0, mostRanked)
  if (first.length < 2) return ranked
  const paths = first.map(({ page }) => page.path)
  const found = Map.groupBy(await listLinkWords(db, paths, headsOf(matcher.clauses)), ({ path }) => path)
  const placed = first.map((candidate, at) => {
    const linked = bestOf(found.get(candidate.page.path) ?? [], matcher)
    const score = 1 / (1 + perPlace * at) + weightOfLinks * (linked?.weight ?? 0)
    return { candidate: linked ? { ...candidate, linked } : candidate, score }
  })
  const fused = placed.sort((a, b) => b.score - a.score).map(({ candidate }) => candidate)
  return [...fused, ...ranked.slice(mostRanked)]
}

function bestOf(names: CountedLinkWords[], matcher: Matcher): LinkedAs | undefined {
  const fitting = names.flatMap(({ text, pages }): LinkedAs[] => {
    const { share, fill } = matchTitle(text, matcher)
    if (share < leastShare || fill < leastFill) return []
    // One page alone may call it so by chance.
    return [{ text, pages, weight: share * fill * (pages > 1 ? 1 : 0.75) }]
  })
  return fitting.sort((a, b) => b.weight - a.weight)[0]
}

/** Of the word that tells most: a name without it has too little of the query. */
function headsOf(clauses: Clause[]): string[] {
  const [rarest] = clauses.toSorted((a, b) => a.pages - b.pages)
  return [...new Set(rarest?.patterns.flatMap(({ stems }) => stems[0]?.slice(0, headLength) ?? []))]
}
