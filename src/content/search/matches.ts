import type { Need, Pattern } from './need.ts'
import { type Chunk, openingOf, readChunks, type Word, wordsOf } from './words.ts'

/** A place in a text that answers a need. */
export interface Match {
  /** Which of the needs, by its place in their list. */
  need: number
  start: number
  end: number
  /** The very words were asked for, not their beginning or what they may have been meant for. */
  isWhole: boolean
}

/** Finds the places that answer some needs, inflected forms included, in order of their starts. */
export interface Finder {
  needs: Need[]
  /** The whole query, common words included. */
  query: Line
  inText(text: string): Match[]
  /** The same for a text that is read already. */
  inChunks(chunks: Chunk[]): Match[]
}

/** A pattern and whose it is. */
interface Target extends Pattern {
  need: number
}

/** Prepared once for a query, it is used on many texts. */
export function createFinder(query: string, needs: Need[]): Finder {
  const targets = needs.flatMap(({ patterns }, need) => patterns.map((pattern): Target => ({ ...pattern, need })))
  const openings = new Set(targets.flatMap(({ stems }) => stems.map(openingOf)))
  const answers = new Map<string, boolean>()
  const isWanted = (letters: string) => {
    const known = answers.get(letters)
    if (known !== undefined) return known
    const opening = openingOf(letters)
    const answer = openings.has(opening) || openings.has(opening.slice(0, 1))
    answers.set(letters, answer)
    return answer
  }
  const single = targets.filter(({ stems }) => stems.length === 1)
  const several = targets.filter(({ stems }) => stems.length > 1)
  const inChunks = (chunks: Chunk[]) => {
    const matches = [...singleMatches(chunks, single), ...(several.length > 0 ? runMatches(chunks, several) : [])]
    return matches.sort((a, b) => a.start - b.start || b.end - a.end || a.need - b.need)
  }
  return { needs, query: lineOf(readChunks(query)), inChunks, inText: (text) => inChunks(readChunks(text, isWanted)) }
}

/** The words of a text in a row, to tell whether two texts say the same: in the same forms or at all. */
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

/** Whether a word is what a pattern has at a place; a word without form is one that nobody wanted. */
function fits({ stems, isPrefix }: Pattern, at: number, { form, stem }: Word): boolean {
  const wanted = stems[at]
  if (!wanted || !form) return false
  if (!isPrefix || at < stems.length - 1) return stem === wanted
  return form.startsWith(wanted) || stem.startsWith(wanted)
}

function matchOf({ need, isPrefix, isGuess }: Target, start: number, end: number): Match {
  return { need, start, end, isWhole: !isPrefix && !isGuess }
}
