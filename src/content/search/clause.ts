export interface Pattern {
  stems: string[]
  isPrefix: boolean
  /** Matches only titles and headings, because short prefixes occur everywhere in texts */
  isTitleOnly?: boolean
  isCorrection?: boolean
  /** A word in the other alphabet */
  isSound?: boolean
  /** All stems, anywhere on the page: the parts of `array.map` */
  isScattered?: boolean
  /** Neighboring words written as one; used only if texts join them more often than they separate them */
  apart?: string[]
}

/** One condition of a query; any of its patterns satisfies it. */
export interface Clause {
  patterns: Pattern[]
  pages: number
  /** A stop word recognized only after rewriting */
  isCommon?: boolean
}

export function exact(...stems: string[]): Pattern {
  return { stems, isPrefix: false }
}

export function scattered(...stems: string[]): Pattern {
  return { stems, isPrefix: false, isScattered: true }
}

export function prefix(...stems: string[]): Pattern {
  return { stems, isPrefix: true }
}

/** FTS5 syntax. Stems contain only letters and digits and are quoted, so user input cannot act as an operator. */
export function expressionOf({ stems, isPrefix, isTitleOnly, isScattered }: Pattern): string {
  if (isScattered) return `(${stems.map((stem) => `"${stem}"`).join(' AND ')})`
  const words = `"${stems.join(' ')}"${isPrefix ? ' *' : ''}`
  return isTitleOnly ? `({title headings} : ${words})` : words
}

/** Leaves out patterns that a prefix pattern covers. */
export function anyOf({ patterns }: Clause): string {
  const prefixes = patterns.filter(({ isPrefix, isTitleOnly }) => isPrefix && !isTitleOnly)
  const isCovered = ({ stems, isPrefix, isScattered }: Pattern) =>
    !isPrefix && !isScattered && prefixes.some(({ stems: prefixStems }) => isPrefixedBy(stems, prefixStems))
  return `(${patterns
    .filter((pattern) => !isCovered(pattern))
    .map(expressionOf)
    .join(' OR ')})`
}

function isPrefixedBy(stems: string[], prefixStems: string[]): boolean {
  return (
    stems.length === prefixStems.length &&
    prefixStems.every((stem, at) => (at === prefixStems.length - 1 ? stems[at]?.startsWith(stem) : stems[at] === stem))
  )
}

export function allOf(clauses: Clause[]): string {
  return clauses.map(anyOf).join(' AND ')
}

export function inTexts(clauses: Clause[]): Clause[] {
  return clauses
    .map(({ patterns, pages }) => ({ patterns: patterns.filter(({ isTitleOnly }) => !isTitleOnly), pages }))
    .filter(({ patterns }) => patterns.length > 0)
}
