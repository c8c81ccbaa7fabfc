import type { PreparedReader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { fromOtherKeyboard } from '../../i18n/typing.ts'
import {
  clauseLookups,
  clausesFor,
  correctionLookups,
  expressionsOf,
  maxRarePages,
  minPrefixLength,
  minRareLength,
  prefixPatterns,
  readClauses,
  wholeWord,
} from './patterns.ts'
import {
  type Clause,
  exact,
  expressionOf,
  type Pattern,
  parseQuery,
  prefix,
  type Term,
  withoutStopWords,
  wordTerms,
} from './query.ts'
import { alphabetOf, alphabets, chooseForm, isCorrectable, isLetterAddedOrSwapped } from './spelling.ts'
import { mergeRequests, readVocabulary, type Vocabulary, type VocabularyRequest } from './vocabulary.ts'
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
export async function analyzeQuery(db: PreparedReader, locale: Locale, query: string): Promise<QueryAnalysis> {
  const parsed = parseQuery(query)
  const terms = withoutRepeats(withoutStopWords(parsed)).slice(-maxTerms)
  const pieces = piecesOf(query, terms)
  const code = terms.every(({ isCommon }) => isCommon) ? [] : codePatterns(locale, parsed)
  const vocabulary = await readVocabulary(db, locale, requestOf(terms, pieces, code))
  const typed = readClauses(vocabulary, terms)
  const rewrites = pieces.map((piece) => {
    const clauses = piece.terms.map((term) => typed[terms.indexOf(term)] ?? { patterns: [], pages: 0 })
    const isKnown = clauses.every(({ pages }) => pages > 0)
    return isKnown
      ? { clauses: addAlternatives(vocabulary, piece, clauses), changes: [] }
      : (rewriteKeyboard(vocabulary, piece) ?? rewriteTerms(vocabulary, piece.terms, clauses))
  })
  const { clauses, changes } = mergeRewrites(rewrites)
  const codeClauses = clausesFor(
    vocabulary,
    code.map((pattern) => [pattern]),
  )
  const isFound = ({ pages }: Clause) => pages > 0
  const known = [...withoutStopWords(clauses.filter(isFound)), ...codeClauses.filter(isFound)]
  const rarest = known.toSorted((a, b) => a.pages - b.pages).slice(0, maxClauses)
  return {
    clauses: known.filter((clause) => rarest.includes(clause)),
    total: vocabulary.total,
    ...(changes.length > 0 && { corrected: withChanges(query, changes) }),
  }
}

/** Makes patterns of stop words that may be code (`this` or «цикл for»), which are searched in titles. */
function codePatterns(locale: Locale, terms: Term[]): Pattern[] {
  const isForeign = ({ words }: Term) =>
    alphabets[locale] !== 'latin' && words.every(({ form }) => alphabetOf(form) === 'latin')
  const meant = terms.filter((term) => term.isCommon && (term.isCode || isForeign(term))).slice(-maxTerms)
  return meant.map(({ words }) => ({ ...exact(...words.map(({ stem }) => stem)), isTitleOnly: true }))
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

/** Rewrites a part of a query that was typed in the other keyboard layout. */
function rewriteKeyboard(vocabulary: Vocabulary, piece: QueryPart): Rewrite | undefined {
  const terms = keyboardTerms(piece)
  const clauses = readClauses(vocabulary, terms).map((clause, at) => ({ ...clause, isCommon: terms[at]?.isCommon }))
  const isKnown = clauses.length > 0 && clauses.every(({ pages }) => pages > 0)
  const { text, start, end } = piece
  return isKnown ? { clauses, changes: [{ start, end, text: fromOtherKeyboard(text) ?? text }] } : undefined
}

function keyboardTerms({ text, terms }: QueryPart): Term[] {
  if (terms.some(({ isPhrase }) => isPhrase)) return []
  const isLast = terms.some((term) => term.isLast)
  const typed = parseQuery(fromOtherKeyboard(text) ?? '')
  return withoutStopWords(typed.map((term) => ({ ...term, isLast: isLast && term.isLast })))
}

/** Rewrites terms that contain unknown words. `clauses` are those of the terms as typed. */
function rewriteTerms(vocabulary: Vocabulary, terms: Term[], clauses: Clause[]): Rewrite {
  return mergeRewrites(
    terms.map((term, at) => {
      const clause = clauses[at]
      return clause && clause.pages > 0 ? { clauses: [clause], changes: [] } : rewriteTerm(vocabulary, term)
    }),
  )
}

function rewriteTerm(vocabulary: Vocabulary, term: Term): Rewrite {
  const [word] = term.words
  if (word && term.words.length === 1) {
    return (
      rewriteAsPrefix(vocabulary, term, word) ??
      rewriteAsMistyped(vocabulary, word) ??
      rewriteAsRelated(vocabulary, word) ?? { clauses: [], changes: [] }
    )
  }
  const whole = wholeWord(term)
  const correction = whole && rewriteAsMistyped(vocabulary, whole)
  if (correction) return correction
  const terms = withoutStopWords(wordTerms(term))
  return rewriteTerms(vocabulary, terms, readClauses(vocabulary, terms))
}

function rewriteAsPrefix(vocabulary: Vocabulary, term: Term, word: Word): Rewrite | undefined {
  if (term.isLast || word.form.length < minPrefixLength) return undefined
  const clauses = clausesFor(vocabulary, [prefixPatterns(vocabulary, word)])
  return clauses.every(({ pages }) => pages > 0) ? { clauses, changes: [] } : undefined
}

function rewriteAsMistyped(vocabulary: Vocabulary, word: Word): Rewrite | undefined {
  const { form, start, end } = word
  const correction = isCorrectable(form) ? vocabulary.correctionOf(word) : undefined
  if (!correction) return undefined
  const [clause] = clausesFor(vocabulary, [[exact(correction.stem)]])
  const text = chooseForm(form, correction.forms ?? []) ?? correction.word
  return { clauses: clause ? [{ ...clause, isCommon: isStopWord(text) }] : [], changes: [{ start, end, text }] }
}

/** Replaces an unknown word by words that have its longest known prefix: «аутентификация» finds «аутентификатор». */
function rewriteAsRelated(vocabulary: Vocabulary, word: Word): Rewrite | undefined {
  const root = vocabulary.rootOf(word)
  if (!root) return undefined
  const { start, end } = word
  const clauses = clausesFor(vocabulary, [[prefix(root.prefix)]])
  return { clauses, changes: root.shown ? [{ start, end, text: root.shown }] : [] }
}

function mergeRewrites(rewrites: Rewrite[]): Rewrite {
  return {
    clauses: rewrites.flatMap(({ clauses }) => clauses),
    changes: rewrites.flatMap(({ changes }) => changes),
  }
}

/** Min ratio of an alternative's pages to those of the rare word */
const minRatio = 5
const minKeyboardLength = 5

/**
 * Adds alternatives to a rare word, which may be a typing error: frequent words that differ by one letter or the
 * keyboard layout. They are ranked after exact titles.
 */
function addAlternatives(vocabulary: Vocabulary, piece: QueryPart, clauses: Clause[]): Clause[] {
  const word = onlyWord(piece)
  const [clause] = clauses
  if (!clause || !word) return clauses
  if (clause.patterns.every(({ isSound }) => isSound)) return [withCorrection(vocabulary, word, clause)]
  if (clause.pages > maxRarePages) return clauses
  const stems = [...keyboardStems(piece), ...nearStems(vocabulary, word)].filter((stem) => stem !== word.stem)
  const meant = stems
    .map((stem) => ({ ...exact(stem), isCorrection: true }))
    .map((pattern) => ({ pattern, pages: vocabulary.pagesWith(expressionOf(pattern)) }))
    .filter(({ pages }) => pages >= clause.pages * minRatio)
  const patterns = [...clause.patterns, ...meant.map(({ pattern }) => pattern)]
  return [{ ...clause, patterns, pages: Math.max(clause.pages, ...meant.map(({ pages }) => pages)) }]
}

function onlyWord({ terms: [term, more] }: QueryPart): Word | undefined {
  return term && !more && !term.isPhrase && term.words.length === 1 ? term.words[0] : undefined
}

/** Adds a correction to a word that matches only by its sound, because it may also be mistyped. */
function withCorrection(vocabulary: Vocabulary, word: Word, clause: Clause): Clause {
  const correction = isCorrectable(word.form) ? vocabulary.correctionOf(word) : undefined
  if (!correction) return clause
  const pattern = { ...exact(correction.stem), isCorrection: true }
  const pages = vocabulary.pagesWith(expressionOf(pattern))
  return { ...clause, patterns: [...clause.patterns, pattern], pages: Math.max(clause.pages, pages) }
}

function keyboardStems({ text }: QueryPart): string[] {
  const words = readChunks(fromOtherKeyboard(text) ?? '').flatMap((chunk) => chunk.words)
  return text.length >= minKeyboardLength && words.length === 1 ? words.map(({ stem }) => stem) : []
}

function nearStems(vocabulary: Vocabulary, word: Word): string[] {
  if (word.form.length < minRareLength) return []
  const correction = vocabulary.correctionOf(
    word,
    (known) => known.stem !== word.stem && isLetterAddedOrSwapped(word.form, known.word),
  )
  return correction ? [correction.stem] : []
}

/** Returns all lookups that the functions above may need, so that one statement makes them. */
function requestOf(terms: Term[], pieces: QueryPart[], code: Pattern[]): VocabularyRequest {
  const split = terms.filter(({ words }) => words.length > 1).map((term) => withoutStopWords(wordTerms(term)))
  const alone = pieces.filter(onlyWord)
  const meant = alone.flatMap(keyboardStems).map((stem) => exact(stem))
  return mergeRequests([
    ...[terms, ...split, ...pieces.map(keyboardTerms)].map(clauseLookups),
    ...terms.map((term) =>
      correctionLookups(
        term,
        alone.some((piece) => piece.terms.includes(term)),
      ),
    ),
    ...split.flat().map((term) => correctionLookups(term, false)),
    { expressions: expressionsOf([...code, ...meant]) },
  ])
}
