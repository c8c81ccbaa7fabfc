import type { RelativeProblem } from '../problem.ts'
import type { Verbatim } from './verbatim.ts'

export function unclosed(name: string, colons: number, offset: number): RelativeProblem {
  const fence = ':'.repeat(colons)
  return {
    offset,
    message: `The block "${fence}${name}" is not closed`,
    hint: `Add a line with only ${fence} where the block ends; until then it ends with its parent.`,
    fatal: false,
  }
}

export function unclosedVerbatim({ opener, offset }: Pick<Verbatim, 'opener' | 'offset'>): RelativeProblem {
  const isComment = opener === '<!--'
  const end = isComment ? '-->' : opener
  return {
    offset,
    message: `The ${isComment ? 'comment' : 'code'} that begins with ${opener} is not closed`,
    hint: `Add ${end} where it ends.`,
    // Fatal, because text that the author has hidden would be shown.
    fatal: isComment,
  }
}

export function stray(colons: number, offset: number): RelativeProblem {
  const fence = ':'.repeat(colons)
  return {
    offset,
    message: `${fence} without an open block`,
    hint: `Remove the line, or give it as many colons as the block it should close.`,
    fatal: false,
  }
}

export function tooDeep(name: string, offset: number): RelativeProblem {
  return {
    offset,
    message: `The block "${name}" is nested too deep and stays text`,
    hint: 'Put fewer blocks inside one another.',
    fatal: false,
  }
}

export function misspelled(line: string, isUnreadable: boolean, offset: number): RelativeProblem {
  const name = /[\w-]+/.exec(line)?.[0] ?? ''
  return {
    offset,
    message: `The line looks like the beginning of the block "${name}", but ${isUnreadable ? 'its attributes cannot be read' : 'something follows it'}`,
    hint: 'Write ::name[label]{key="value"} in this order, with every quote and bracket closed, and nothing after it.',
    fatal: false,
  }
}
