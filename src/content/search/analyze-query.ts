import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { clausesFor, minPrefixLength, prefixPatterns, readClauses } from './patterns.ts'
import { countAllPages, countPages, listForms } from './queries.ts'
import {
  type Clause,
  exact,
  expressionOf,
  parseQuery,
  prefix,
  type Term,
  withoutStopWords,
  wordTerms,
} from './query.ts'
import {
  alphabetOf,
  alphabets,
  chooseForm,
  fromOtherKeyboard,
  isCorrectable,
  isLetterAddedOrSwapped,
} from './spelling.ts'
import { correctWord, findWordWithPrefix } from './vocabulary.ts'
import { isStopWord, readChunks, type Word } from './words.ts'

export interface QueryAnalysis {
  clauses: Clause[]
  /** Number of indexed pages in this language */
  total: number
  corrected?: string
}

/** Max number of clauses of a query; a query with more is searched by its rarest ones. */
const maxTerms = 10
const maxClauses = 6

/**
 * Converts a query to clauses. A word that is on no page is tried in the other keyboard layout, as a prefix, as a typo
 * and by its root, in that order; if nothing matches, it is dropped.
 */
export async function analyzeQuery(db: Reader, locale: Locale, query: string): Promise<QueryAnalysis> {
  const parsed = parseQuery(query)
  const terms = withoutRepeats(withoutStopWords(parsed)).slice(-maxTerms)
  const typed = await readClauses(db, locale, terms)
  const rewrites: Rewrite[] = []
  for (const piece of piecesOf(query, terms)) {
    const clauses = piece.terms.map((term) => typed[terms.indexOf(term)] ?? { patterns: [], pages: 0 })
    const isKnown = clauses.every(({ pages }) => pages > 0)
    rewrites.push(
      isKnown
        ? { clauses: await addAlternatives(db, locale, piece, clauses), changes: [] }
        : await rewriteQueryPart(db, locale, piece, clauses),
    )
  }
  const { clauses, changes } = mergeRewrites(rewrites)
  const code = terms.every(({ isCommon }) => isCommon) ? [] : await readCodeWords(db, locale, parsed)
  const known = [...withoutStopWords(clauses.filter(({ pages }) => pages > 0)), ...code]
  const rarest = known.toSorted((a, b) => a.pages - b.pages).slice(0, maxClauses)
  return {
    clauses: known.filter((clause) => rarest.includes(clause)),
    total: await countAllPages(db, locale),
    ...(changes.length > 0 && { corrected: withChanges(query, changes) }),
  }
}

/** Makes clauses from stop words that may be code (`this` or «цикл for»), which are searched in titles. */
async function readCodeWords(db: Reader, locale: Locale, terms: Term[]): Promise<Clause[]> {
  const isForeign = ({ words }: Term) =>
    alphabets[locale] !== 'latin' && words.every(({ form }) => alphabetOf(form) === 'latin')
  const meant = terms.filter((term) => term.isCommon && (term.isCode || isForeign(term))).slice(-maxTerms)
  const patterns = meant.map(({ words }) => ({ ...exact(...words.map(({ stem }) => stem)), isTitleOnly: true }))
  const clauses = await clausesFor(
    db,
    locale,
    patterns.map((pattern) => [pattern]),
  )
  return clauses.filter(({ pages }) => pages > 0)
}

/** Removes repeated terms and keeps the last occurrence, because the user may still be typing it. */
function withoutRepeats(terms: Term[]): Term[] {
  const keyOf = ({ words, isPhrase }: Term) => words.map(({ stem }) => stem).join(isPhrase ? ' ' : '-')
  return [...new Map(terms.map((term) => [keyOf(term), term])).values()].toSorted((a, b) => a.start - b.start)
}

function piecesOf(query: string, terms: Term[]): QueryPart[] {
  const pieces: QueryPart[] = []
  for (const term of terms) {
    const previous = pieces.at(-1)
    if (previous && term.start < previous.end) {
      previous.terms.push(term)
      continue
    }
    const before = term.isPhrase ? 0 : (/\S*$/.exec(query.slice(0, term.start))?.[0].length ?? 0)
    const after = term.isPhrase ? 0 : (/^\S*/.exec(query.slice(term.end))?.[0].length ?? 0)
    const [start, end] = [term.start - before, term.end + after]
    pieces.push({ text: query.slice(start, end), start, end, terms: [term] })
  }
  return pieces
}

function withChanges(query: string, changes: Rewrite['changes']): string {
  return changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: now }) => text.slice(0, start) + now + text.slice(end), query)
}

interface Rewrite {
  clauses: Clause[]
  changes: { start: number; end: number; text: string }[]
}

interface QueryPart {
  text: string
  start: number
  end: number
  terms: Term[]
}

/** Min share and min number of letters that a related word must have in common with the typed word. */
const minSharedPart = 0.6
const minRootLength = 5

/** Rewrites a part of a query that contains unknown words. `clauses` are those of its terms as typed. */
async function rewriteQueryPart(db: Reader, locale: Locale, piece: QueryPart, clauses: Clause[]): Promise<Rewrite> {
  return (await rewriteKeyboard(db, locale, piece)) ?? rewriteTerms(db, locale, piece.terms, clauses)
}

async function rewriteKeyboard(db: Reader, locale: Locale, piece: QueryPart): Promise<Rewrite | undefined> {
  const { start, end } = piece
  const text = fromOtherKeyboard(piece.text)
  if (!text || piece.terms.some(({ isPhrase }) => isPhrase)) return undefined
  const isLast = piece.terms.some((term) => term.isLast)
  const terms = withoutStopWords(parseQuery(text).map((term) => ({ ...term, isLast: isLast && term.isLast })))
  const read = await readClauses(db, locale, terms)
  const clauses = read.map((clause, at) => ({ ...clause, isCommon: terms[at]?.isCommon }))
  const isKnown = clauses.length > 0 && clauses.every(({ pages }) => pages > 0)
  return isKnown ? { clauses, changes: [{ start, end, text }] } : undefined
}

async function rewriteTerms(db: Reader, locale: Locale, terms: Term[], clauses: Clause[]): Promise<Rewrite> {
  const rewrites: Rewrite[] = []
  for (const [at, term] of terms.entries()) {
    const clause = clauses[at]
    if (clause && clause.pages > 0) rewrites.push({ clauses: [clause], changes: [] })
    else rewrites.push(await rewriteTerm(db, locale, term))
  }
  return mergeRewrites(rewrites)
}

async function rewriteTerm(db: Reader, locale: Locale, term: Term): Promise<Rewrite> {
  const [word] = term.words
  if (word && term.words.length === 1) {
    return (
      (await rewriteAsPrefix(db, locale, term, word)) ??
      (await rewriteAsMistyped(db, locale, word)) ??
      (await rewriteAsRelated(db, locale, word)) ?? { clauses: [], changes: [] }
    )
  }
  const [whole] = term.isPhrase ? [] : (term.spellings[0] ?? [])
  const correction = whole && (await rewriteAsMistyped(db, locale, whole))
  if (correction) return correction
  const terms = withoutStopWords(wordTerms(term))
  return rewriteTerms(db, locale, terms, await readClauses(db, locale, terms))
}

async function rewriteAsPrefix(db: Reader, locale: Locale, term: Term, word: Word): Promise<Rewrite | undefined> {
  if (term.isLast || word.form.length < minPrefixLength) return undefined
  const clauses = await clausesFor(db, locale, [await prefixPatterns(db, locale, word)])
  return clauses.every(({ pages }) => pages > 0) ? { clauses, changes: [] } : undefined
}

async function rewriteAsMistyped(db: Reader, locale: Locale, word: Word): Promise<Rewrite | undefined> {
  const { form, start, end } = word
  if (!isCorrectable(form)) return undefined
  const correction = await correctWord(db, locale, word)
  if (!correction) return undefined
  const [clause] = await clausesFor(db, locale, [[exact(correction.stem)]])
  const shown = correction.isForm ? correction.word : chooseForm(form, await listForms(db, locale, correction.stem))
  const text = shown ?? correction.word
  return { clauses: clause ? [{ ...clause, isCommon: isStopWord(text) }] : [], changes: [{ start, end, text }] }
}

/** Replaces an unknown word by words that have its longest known prefix: «аутентификация» finds «аутентификатор». */
async function rewriteAsRelated(db: Reader, locale: Locale, { form, start, end }: Word): Promise<Rewrite | undefined> {
  const shortest = Math.max(minRootLength, Math.ceil(form.length * minSharedPart))
  const lengths = Array.from({ length: Math.max(0, form.length - shortest) }, (_, cut) => form.length - 1 - cut)
  const roots = await clausesFor(
    db,
    locale,
    lengths.map((length) => [prefix(form.slice(0, length))]),
  )
  const at = roots.findIndex(({ pages }) => pages > 0)
  const clause = roots[at]
  if (!clause) return undefined
  const shown = await findWordWithPrefix(db, locale, form.slice(0, lengths[at]))
  return { clauses: [clause], changes: shown ? [{ start, end, text: shown }] : [] }
}

function mergeRewrites(rewrites: Rewrite[]): Rewrite {
  return {
    clauses: rewrites.flatMap(({ clauses }) => clauses),
    changes: rewrites.flatMap(({ changes }) => changes),
  }
}

/** Max number of pages of a rare word, and the min ratio of an alternative's pages to those of the rare word. */
const maxRarePages = 10
const minRatio = 5
/**
 * Min length of a word for which alternatives are tried: shorter words are too often one letter away from another real
 * word.
 */
const minWordLength = 7
const minKeyboardLength = 5

/**
 * Adds alternatives to a rare word, which may be a typing error: frequent words that differ by one letter or the
 * keyboard layout. They are ranked after exact titles.
 */
async function addAlternatives(db: Reader, locale: Locale, piece: QueryPart, clauses: Clause[]): Promise<Clause[]> {
  const [term, more] = piece.terms
  const [clause] = clauses
  const [word] = term?.words ?? []
  if (!term || more || !clause || !word || term.words.length > 1 || term.isPhrase) return clauses
  if (clause.patterns.every(({ isSound }) => isSound)) return [await withCorrection(db, locale, word, clause)]
  if (clause.pages > maxRarePages) return clauses
  const stems = [...keyboardStems(piece), ...(await nearStems(db, locale, word))].filter((stem) => stem !== word.stem)
  const counts = await countPages(
    db,
    locale,
    stems.map((stem) => expressionOf(exact(stem))),
  )
  const meant = stems
    .map((stem, at) => ({ pattern: { ...exact(stem), isCorrection: true }, pages: counts[at] ?? 0 }))
    .filter(({ pages }) => pages >= clause.pages * minRatio)
  const patterns = [...clause.patterns, ...meant.map(({ pattern }) => pattern)]
  return [{ ...clause, patterns, pages: Math.max(clause.pages, ...meant.map(({ pages }) => pages)) }]
}

/** Adds a correction to a word that matches only by its sound, because it may also be mistyped. */
async function withCorrection(db: Reader, locale: Locale, word: Word, clause: Clause): Promise<Clause> {
  const correction = isCorrectable(word.form) ? await correctWord(db, locale, word) : undefined
  if (!correction) return clause
  const pattern = { ...exact(correction.stem), isCorrection: true }
  const [pages = 0] = await countPages(db, locale, [expressionOf(pattern)])
  return { ...clause, patterns: [...clause.patterns, pattern], pages: Math.max(clause.pages, pages) }
}

function keyboardStems({ text }: QueryPart): string[] {
  const words = readChunks(fromOtherKeyboard(text) ?? '').flatMap((chunk) => chunk.words)
  return text.length >= minKeyboardLength && words.length === 1 ? words.map(({ stem }) => stem) : []
}

async function nearStems(db: Reader, locale: Locale, word: Word): Promise<string[]> {
  if (word.form.length < minWordLength) return []
  const correction = await correctWord(
    db,
    locale,
    word,
    (known) => known.stem !== word.stem && isLetterAddedOrSwapped(word.form, known.word),
  )
  return correction ? [correction.stem] : []
}
