import type { Clause, Pattern } from './clause.ts'
import { commonRows } from './title-code.ts'
import { type Chunk, leadingLetters, readChunks, type Word, wordsOf } from './words.ts'

export interface Match {
  clause: number
  start: number
  end: number
  /** The very words, not a prefix or a correction */
  isWhole: boolean
}

export interface Matcher {
  clauses: Clause[]
  query: Line
  /** Stop words of English that stand in a row in the query */
  commonRows: string[]
  inText(text: string): Match[]
  inChunks(chunks: Chunk[]): Match[]
}

interface Target extends Pattern {
  clause: number
}

export function createMatcher(query: string, clauses: Clause[]): Matcher {
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
    query: lineOf(asked),
    commonRows: commonRows(asked.flatMap(({ words }) => words)),
    inChunks,
    inText: (text) => inChunks(readChunks(text, isWanted)),
  }
}

/** Of `array.map` the last part says what is meant. */
function asSingle(target: Target): Target[] {
  if (target.isScattered) return [{ ...target, stems: target.stems.slice(-1), isCorrection: true }]
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
      for (const target of targets) if (fits(target, 0, word)) matches.push(matchOf(target, word.start, word.end))
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

/** A word without form was skipped as unwanted. */
function fits({ stems, isPrefix }: Pattern, at: number, { form, stem }: Word): boolean {
  const wanted = stems[at]
  if (!wanted || !form) return false
  if (!isPrefix || at < stems.length - 1) return stem === wanted
  return form.startsWith(wanted) || stem.startsWith(wanted)
}

function matchOf({ clause, isPrefix, isCorrection }: Target, start: number, end: number): Match {
  return { clause, start, end, isWhole: !isPrefix && !isCorrection }
}
