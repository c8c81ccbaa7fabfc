import { type Chunk, isStopWord, readChunks, type Word, wordOf } from './words.ts'

export interface Term {
  /** Words of the term; more than one for identifiers and phrases */
  words: Word[]
  /** Alternative spellings: `DATA_DIR` as one word, `createApp` as two */
  spellings: Word[][]
  /** The word joined with a neighbor */
  joined?: { word: Word; apart: [Word, Word] }[]
  isPhrase: boolean
  isCommon: boolean
  /** Whether the parts are separated by dots: `array.map`, unlike `DATA_DIR`, names a part of something */
  isDotted?: boolean
  /** Whether the term is written as code: `<a>`, `this.`, `of()` */
  isCode?: boolean
  isLast: boolean
  start: number
  end: number
}

const maxQueryLength = 200

const quoted = /"([^"]*)"|«([^»]*)»|[“„]([^“”„]*)[“”]/g

export function cleanQuery(query: string): string {
  return query
    .trim()
    .slice(0, maxQueryLength)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
}

/** Splits a query into terms. Quotes make a phrase; any other sign separates words. */
export function parseQuery(query: string): Term[] {
  const terms: Term[] = []
  let from = 0
  for (const match of query.matchAll(quoted)) {
    terms.push(...termsIn(query, from, match.index))
    terms.push(...phraseIn(query, match.index, match.index + match[0].length))
    from = match.index + match[0].length
  }
  terms.push(...termsIn(query, from, query.length))
  return terms.map((term, at) => ({
    ...term,
    joined: [...joinedWith(terms[at - 1], term), ...joinedWith(term, terms[at + 1])],
    isLast: at === terms.length - 1 && !term.isPhrase,
  }))
}

/** Removes stop words unless there are no other words. */
export function withoutStopWords<T extends { isCommon?: boolean }>(items: T[]): T[] {
  const rare = items.filter(({ isCommon }) => !isCommon)
  return rare.length > 0 ? rare : items
}

function termsIn(query: string, from: number, to: number): Term[] {
  return chunksBetween(query, from, to).map((chunk) => {
    const { words, whole, pieces } = chunk
    const [first = { start: from }, last = { end: to }] = [words[0], words.at(-1)]
    return {
      words,
      spellings: [...(whole ? [[whole]] : []), ...(pieces.length > 1 ? [pieces] : [])],
      isPhrase: false,
      isCommon: words.every(({ form }) => isStopWord(form)),
      isDotted: query.slice(first.start, last.end).includes('.'),
      isCode: isAmongSigns(query, first.start, last.end),
      isLast: false,
      start: first.start,
      end: last.end,
    }
  })
}

/** Whether a word is written among signs, like code. It must be in lower case, because `(NOT` is an operator. */
function isAmongSigns(query: string, start: number, end: number): boolean {
  if (/\p{Lu}/u.test(query.slice(start, end))) return false
  return /[<`@#$:./\\[({*]$/.test(query.slice(0, start)) || /^(?:[>`([{*=]|[.:;](?=\S))/.test(query.slice(end))
}

function phraseIn(query: string, start: number, end: number): Term[] {
  const words = chunksBetween(query, start, end).flatMap((chunk) => chunk.words)
  const term = { words, spellings: [], isPhrase: true, isCommon: false, isLast: false, start, end }
  return words.length > 0 ? [term] : []
}

export function wordTerms({ words, isLast }: Term): Term[] {
  return words.map((word, at) => ({
    words: [word],
    spellings: [],
    isPhrase: false,
    isCommon: isStopWord(word.form),
    isLast: isLast && at === words.length - 1,
    start: word.start,
    end: word.end,
  }))
}

/** Joins the first words of two terms: «back up» also matches «backup», and «time frames» matches «timeframes». */
function joinedWith(left: Term | undefined, right: Term | undefined): { word: Word; apart: [Word, Word] }[] {
  const [first, second] = [left?.words[0], right?.words[0]]
  const isPair = left?.words.length === 1 && right?.words.length === 1 && !left.isPhrase && !right.isPhrase
  if (!isPair || !first || !second) return []
  const forms = new Set([first.form + second.form, first.stem + second.form])
  return [...forms].map((form) => ({ word: wordOf(form, first.start, second.end), apart: [first, second] }))
}

function chunksBetween(query: string, from: number, to: number): Chunk[] {
  return readChunks(' '.repeat(from) + query.slice(from, to))
}

export interface Pattern {
  stems: string[]
  isPrefix: boolean
  /** Whether the pattern matches only titles and headings, because short prefixes occur everywhere in texts */
  isTitleOnly?: boolean
  isCorrection?: boolean
  /** Whether the word is in the other alphabet and sounds like the typed one */
  isSound?: boolean
  /** Whether all stems may be anywhere on the page, as the parts of `array.map` */
  isScattered?: boolean
  /**
   * Neighboring words of the query that this pattern joins; used only if texts join them more often than they separate
   * them
   */
  apart?: string[]
}

/** One condition of a query; any of its patterns satisfies it. */
export interface Clause {
  patterns: Pattern[]
  pages: number
  /** Whether the clause is a stop word that was recognized only after rewriting */
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

/**
 * Writes a pattern in FTS5 syntax. Stems contain only letters and digits and are quoted, so user input cannot act as an
 * operator.
 */
export function expressionOf({ stems, isPrefix, isTitleOnly, isScattered }: Pattern): string {
  if (isScattered) return `(${stems.map((stem) => `"${stem}"`).join(' AND ')})`
  const words = `"${stems.join(' ')}"${isPrefix ? ' *' : ''}`
  return isTitleOnly ? `({title headings} : ${words})` : words
}

/** Writes a clause in FTS5 syntax as alternatives, without patterns that a prefix pattern covers. */
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
