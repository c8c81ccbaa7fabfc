import type { Clause, Pattern } from './query.ts'
import { type Chunk, isStopWord, leadingLetters, readChunks, type Word, wordsOf } from './words.ts'

export interface Match {
  clause: number
  start: number
  end: number
  /** Whether the complete word matches, not a prefix or a correction */
  isWhole: boolean
  /** Part of a pattern whose parts may be scattered, such as `map` of `array.map`; `of` is the number of parts */
  part?: { stem: string; of: number }
}

export interface Matcher {
  clauses: Clause[]
  /** Number of indexed pages in this language */
  total: number
  query: Line
  /** Sequences of English stop words in the query */
  stopWordRuns: string[]
  inText(text: string): Match[]
  inChunks(chunks: Chunk[]): Match[]
}

interface Target extends Pattern {
  clause: number
  part?: Match['part']
}

/**
 * Creates the matcher of a query, which finds its words in texts. @param total  number of pages in this language;
 * without it all words weigh the same
 */
export function createMatcher(query: string, clauses: Clause[], total = 0): Matcher {
  const targets = clauses.flatMap(({ patterns }, clause) => patterns.map((pattern): Target => ({ ...pattern, clause })))
  const openings = new Set(targets.flatMap(({ stems }) => stems.map(leadingLetters)))
  const answers = new Map<string, boolean>()
  const isWanted = (letters: string) => {
    const known = answers.get(letters)
    if (known !== undefined) return known
    const opening = leadingLetters(letters)
    const answer = openings.has(opening) || openings.has(opening.slice(0, 1))
    answers.set(letters, answer)
    return answer
  }
  const single = targets.flatMap(asSingle)
  const several = targets.filter(({ stems, isScattered }) => stems.length > 1 && !isScattered)
  const inChunks = (chunks: Chunk[]) => {
    const matches = [...singleMatches(chunks, single), ...(several.length > 0 ? runMatches(chunks, several) : [])]
    return matches.sort((a, b) => a.start - b.start || b.end - a.end || a.clause - b.clause)
  }
  const asked = readChunks(query)
  return {
    clauses,
    total,
    query: lineOf(asked),
    stopWordRuns: stopWordRuns(asked.flatMap(({ words }) => words)),
    inChunks,
    inText: (text) => inChunks(readChunks(text, isWanted)),
  }
}

function asSingle(target: Target): Target[] {
  const { stems, isScattered } = target
  if (isScattered) return stems.map((stem) => ({ ...target, stems: [stem], part: { stem, of: stems.length } }))
  return target.stems.length === 1 ? [target] : []
}

export interface Line {
  forms: string
  stems: string
}

export function lineOf(chunks: Chunk[]): Line {
  const words = chunks.flatMap((chunk) => chunk.words)
  return { forms: words.map(({ form }) => form).join(' '), stems: words.map(({ stem }) => stem).join(' ') }
}

function singleMatches(chunks: Chunk[], targets: Target[]): Match[] {
  const matches: Match[] = []
  for (const chunk of chunks) {
    for (const word of wordsOf(chunk)) {
      for (const target of targets) {
        if (fits(target, 0, word)) matches.push(matchOf(target, word.start, word.end))
        else if (isAgentNoun(target, word)) matches.push({ ...matchOf(target, word.start, word.end), isWhole: false })
      }
    }
  }
  return matches
}

function runMatches(chunks: Chunk[], targets: Target[]): Match[] {
  const line = chunks.flatMap(({ words }) => words)
  const matches: Match[] = []
  for (const [from, first] of line.entries()) {
    for (const target of targets) {
      if (!fits(target, 0, first)) continue
      const run = line.slice(from, from + target.stems.length)
      const isRun = run.length === target.stems.length && run.every((word, at) => fits(target, at, word))
      if (isRun) matches.push(matchOf(target, first.start, run.at(-1)?.end ?? first.end))
    }
  }
  return matches
}

/**
 * Whether a word fits a place of a pattern. A word without a form was skipped by the reader, because no pattern
 * contains it.
 */
function fits({ stems, isPrefix }: Pattern, at: number, { form, stem }: Word): boolean {
  const wanted = stems[at]
  if (!wanted || !form) return false
  if (!isPrefix || at < stems.length - 1) return stem === wanted
  return form.startsWith(wanted) || stem.startsWith(wanted)
}

/**
 * Whether one stem is the -er noun of the other: «watch» matches Watchers and «router» matches Routing, which stemming
 * does not connect.
 */
function isAgentNoun({ stems: [wanted = ''], isPrefix }: Pattern, { stem }: Word): boolean {
  return !isPrefix && (stem === `${wanted}er` || wanted === `${stem}er`) && Math.min(stem.length, wanted.length) >= 4
}

function matchOf({ clause, isPrefix, isCorrection, part }: Target, start: number, end: number): Match {
  return { clause, start, end, isWhole: !isPrefix && !isCorrection, ...(part && { part }) }
}

/** Returns sequences of English stop words, as in `for of loop`, each as one text. */
function stopWordRuns(words: readonly Word[]): string[] {
  return runsOf(words).map(formsOf)
}

/**
 * Returns the sequences of stop words in a title that are code: lower case only, and at the beginning, with signs
 * between or followed by `(`.
 */
export function codeRuns(title: string, words: readonly Word[]): string[] {
  const isCode = (row: Word[]) => {
    const [first, last] = [row[0]?.start ?? 0, row.at(-1)?.end ?? 0]
    const written = title.slice(first, last)
    return !/\p{Lu}/u.test(written) && (first === 0 || /[^\p{L}\p{N}\s]/u.test(written) || title[last] === '(')
  }
  return runsOf(words).filter(isCode).map(formsOf)
}

function runsOf(words: readonly Word[]): Word[][] {
  const rows: Word[][] = [[]]
  for (const word of words) {
    if (/^[a-z]+$/.test(word.form) && isStopWord(word.form)) rows.at(-1)?.push(word)
    else rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}

function formsOf(row: Word[]): string {
  return row.map(({ form }) => form).join(' ')
}

const maxSnippetLength = 200

const ellipsis = '…'
const lead = 60

/**
 * Cuts the snippet of a text: the part with the densest matches of different clauses, or else the beginning, cut
 * between words.
 */
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

/** Finds the part of a text with the most clauses, then the most matches, then the first. */
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

/** Moves a position in a text so that it does not split a surrogate pair. */
function wholeLetter(text: string, at: number): number {
  const isTorn = /^[\udc00-\udfff]/.test(text.slice(at, at + 1))
  return isTorn ? at - 1 : at
}

export interface Mark {
  text: string
  isMatch: boolean
}

/** Splits a text into marked and unmarked parts. `places` may overlap and need not be sorted. */
export function markText(text: string, places: { start: number; end: number }[]): Mark[] {
  const marks: Mark[] = []
  let at = 0
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (end <= at || end === start) continue
    const from = Math.max(start, at)
    if (from > at) marks.push({ text: text.slice(at, from), isMatch: false })
    marks.push({ text: text.slice(from, end), isMatch: true })
    at = end
  }
  if (at < text.length) marks.push({ text: text.slice(at), isMatch: false })
  return marks
}
