import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { type Clause, exact, expressionOf } from './clause.ts'
import { isCorrectable } from './corrections.ts'
import { isLetterAddedOrSwapped } from './edits.ts'
import { fromOtherKeyboard } from './keyboard.ts'
import { countPages } from './queries.ts'
import type { QueryPart } from './rewrite.ts'
import { correctWord } from './vocabulary.ts'
import { readChunks, type Word } from './words.ts'

/** A rare word is on at most this many pages; an alternative must be on at least `minRatio` times as many. */
const maxRarePages = 10
const minRatio = 5
/** Shorter words are too often one letter away from another real word. */
const minWordLength = 7
const minKeyboardLength = 5

/**
 * A rare word may be a typing error. Adds frequent words one letter or a keyboard layout away, ranked after exact
 * titles.
 */
export async function addAlternatives(
  db: Reader,
  locale: Locale,
  piece: QueryPart,
  clauses: Clause[],
): Promise<Clause[]> {
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

/** A word matched only by its sound may also be mistyped. */
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
