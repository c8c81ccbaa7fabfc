import { type Mark, markText } from './marks.ts'
import type { Match } from './matches.ts'

const maxSnippetLength = 200

const ellipsis = '…'
const lead = 60

/** The part with the densest matches of different clauses, or else the beginning, cut between words. */
export function makeSnippet(text: string, matches: Match[]): Mark[] {
  const { start, end } = text.length <= maxSnippetLength ? { start: 0, end: text.length } : windowOf(text, matches)
  const inside = matches.filter((match) => match.start >= start && match.end <= end)
  const shown = markText(
    text.slice(start, end),
    inside.map((match) => ({ start: match.start - start, end: match.end - start })),
  )
  return [
    ...(start > 0 ? [{ text: ellipsis, isMatch: false }] : []),
    ...shown,
    ...(end < text.length ? [{ text: ellipsis, isMatch: false }] : []),
  ]
}

interface Span {
  start: number
  end: number
}

function windowOf(text: string, matches: Match[]): Span {
  const room = maxSnippetLength - 2 * ellipsis.length
  const best = densestSpan(matches, room)
  const before = Math.min(lead, Math.floor((room - (best.end - best.start)) / 2))
  const latest = Math.max(0, text.length - room)
  const start = startOfWord(text, Math.max(0, Math.min(best.start - before, latest)), best.start)
  return { start, end: endOfWord(text, start, start + room) }
}

/** The window with the most clauses, then the most matches, then the first. */
function densestSpan(matches: Match[], room: number): Span {
  let best = { start: 0, end: 0, score: 0 }
  for (const [at, { start }] of matches.entries()) {
    const inside = matches.slice(at, at + room).filter(({ end }) => end <= start + room)
    const score = new Set(inside.map(({ clause }) => clause)).size * matches.length + inside.length
    if (score > best.score) best = { start, end: Math.max(...inside.map(({ end }) => end)), score }
  }
  return best
}

function startOfWord(text: string, from: number, limit: number): number {
  if (from === 0) return 0
  const space = text.indexOf(' ', from - 1)
  return space === -1 || space >= limit ? wholeLetter(text, Math.max(from, limit)) : space + 1
}

function endOfWord(text: string, start: number, to: number): number {
  if (to >= text.length) return text.length
  const space = text.lastIndexOf(' ', to)
  return space > start ? space : wholeLetter(text, to)
}

/** Never splits a surrogate pair. */
function wholeLetter(text: string, at: number): number {
  const isTorn = /^[\udc00-\udfff]/.test(text.slice(at, at + 1))
  return isTorn ? at - 1 : at
}
