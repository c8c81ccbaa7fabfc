import type { Clause, Pattern } from './clause.ts'
import { stopWordRuns } from './title-code.ts'
import { type Chunk, leadingLetters, readChunks, type Word, wordsOf } from './words.ts'

export interface Match {
  clause: number
  start: number
  end: number
  /** The complete word, not a prefix or a correction */
  isWhole: boolean
  /** One of `of` parts of a scattered pattern: `map` of `array.map` */
  part?: { stem: string; of: number }
}

export interface Matcher {
  clauses: Clause[]
  /** Pages in this language */
  total: number
  query: Line
  /** Runs of English stop words in the query */
  stopWordRuns: string[]
  inText(text: string): Match[]
  inChunks(chunks: Chunk[]): Match[]
}

interface Target extends Pattern {
  clause: number
  part?: Match['part']
}

/** @param total  pages in this language; without it all words weigh the same */
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

/** A word without a form was skipped by the reader because no target wants it. */
function fits({ stems, isPrefix }: Pattern, at: number, { form, stem }: Word): boolean {
  const wanted = stems[at]
  if (!wanted || !form) return false
  if (!isPrefix || at < stems.length - 1) return stem === wanted
  return form.startsWith(wanted) || stem.startsWith(wanted)
}

/** Matches «watch» with Watchers and «router» with Routing: stemming does not connect a verb with its -er noun. */
function isAgentNoun({ stems: [wanted = ''], isPrefix }: Pattern, { stem }: Word): boolean {
  return !isPrefix && (stem === `${wanted}er` || wanted === `${stem}er`) && Math.min(stem.length, wanted.length) >= 4
}

function matchOf({ clause, isPrefix, isCorrection, part }: Target, start: number, end: number): Match {
  return { clause, start, end, isWhole: !isPrefix && !isCorrection, ...(part && { part }) }
}
