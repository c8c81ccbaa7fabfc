import { isStopWord } from './stop-words.ts'
import type { Word } from './words.ts'

/** Runs of English stop words, as in `for of loop`, each run as one text. */
export function stopWordRuns(words: readonly Word[]): string[] {
  return runsOf(words).map(formsOf)
}

/** The runs in a title that are code: lower case only, and at the beginning, with signs between or followed by `(`. */
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
