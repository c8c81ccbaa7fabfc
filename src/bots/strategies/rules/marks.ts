/*
 * A number in braces, such as RSI({14}), is marked: a sweep may replace it, and so may the parameters of a bot. Braces
 * mean nothing else.
 */

/** Parameters that replace the first and the second marked number */
export const markNames = ['first', 'second'] as const

/** Largest value of a mark */
export const maxMark = 10_000_000

/** Error of a mark's value without a number in braces */
export const needsMark = 'needs a number in braces in the text'

export type Marks = { readonly [Name in (typeof markNames)[number]]?: number | undefined }

const marked = /\{[ \t]*(\d+(?:\.\d+)?|\.\d+)[ \t]*\}/g

export function countMarks(text: string): number {
  return text.split('\n').reduce((total, line) => total + [...codeOf(line).matchAll(marked)].length, 0)
}

/** Replaces marked numbers. Braces become spaces, so that every other place in the text keeps its column. */
export function withoutMarks(text: string, marks: Marks = {}): string {
  let place = 0
  const lines = text.split('\n').map((line) => {
    const code = codeOf(line)
    const plain = code.replace(marked, (whole) => {
      const value = marks[markNames[place++] ?? 'first']
      return value === undefined || place > markNames.length ? whole.replace(/[{}]/g, ' ') : ` ${value} `
    })
    return plain + line.slice(code.length)
  })
  return lines.join('\n')
}

function codeOf(line: string): string {
  return line.split('#', 1)[0] ?? ''
}
