/** A run of words to look for: stems that stand next to each other. */
export interface Pattern {
  stems: string[]
  /** The last of `stems` is only the beginning of a word. */
  isPrefix: boolean
  /** Looked for in titles and headings alone: short beginnings stand everywhere in texts. */
  isTitleOnly?: boolean
  /** Perhaps not what was meant. */
  isGuess?: boolean
}

/** One thing a query asks for; any of its patterns will do. */
export interface Need {
  patterns: Pattern[]
  /** Pages that have it. */
  pages: number
  /** A common word, found out too late to be put aside at once. */
  isCommon?: boolean
}

export function exactly(...stems: string[]): Pattern {
  return { stems, isPrefix: false }
}

export function beginningWith(...stems: string[]): Pattern {
  return { stems, isPrefix: true }
}

/**
 * A pattern in the query language of FTS5. Stems hold letters and digits only, and they are quoted, so nothing a
 * reader types can act as an operator.
 */
export function expressionOf({ stems, isPrefix, isTitleOnly }: Pattern): string {
  const words = `"${stems.join(' ')}"${isPrefix ? ' *' : ''}`
  return isTitleOnly ? `({title headings} : ${words})` : words
}

/** Any of the patterns of a need. A word whose beginning is looked for anyway need not be looked for besides. */
export function anyOf({ patterns }: Need): string {
  const beginnings = patterns.filter(({ isPrefix, isTitleOnly }) => isPrefix && !isTitleOnly)
  const isCovered = ({ stems, isPrefix }: Pattern) =>
    !isPrefix && beginnings.some(({ stems: begun }) => isBegunBy(stems, begun))
  return `(${patterns
    .filter((pattern) => !isCovered(pattern))
    .map(expressionOf)
    .join(' OR ')})`
}

function isBegunBy(stems: string[], begun: string[]): boolean {
  return (
    stems.length === begun.length &&
    begun.every((stem, at) => (at === begun.length - 1 ? stems[at]?.startsWith(stem) : stems[at] === stem))
  )
}

/** All of the needs. */
export function allOf(needs: Need[]): string {
  return needs.map(anyOf).join(' AND ')
}

/** The needs without what is looked for in titles alone. */
export function inTexts(needs: Need[]): Need[] {
  return needs
    .map(({ patterns, pages }) => ({ patterns: patterns.filter(({ isTitleOnly }) => !isTitleOnly), pages }))
    .filter(({ patterns }) => patterns.length > 0)
}
