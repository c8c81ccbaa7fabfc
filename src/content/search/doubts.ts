import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { isLetterAstray } from './edits.ts'
import { inOtherLayout } from './keyboard.ts'
import { exactly, expressionOf, type Need } from './need.ts'
import { countPages } from './queries.ts'
import type { Piece } from './reread.ts'
import { guessWord } from './vocabulary.ts'
import { readChunks, type Word } from './words.ts'

/** A word in doubt stands on few pages, and what it may stand for on so many times more. */
const mostPagesInDoubt = 10
const timesMore = 5
/** Shorter words are too often one letter away from another word of their own right. */
const shortestInDoubt = 7
const shortestInOtherLayout = 5

/**
 * A rare word may itself be a typing error: one that an author made, or an example of one. Where a frequent word
 * differs only by a letter too many, missing or out of place, or is typed with the same keys in the other layout,
 * pages with that word answer as well, after those whose titles have the word as typed.
 */
export async function addDoubts(db: Reader, locale: Locale, piece: Piece, needs: Need[]): Promise<Need[]> {
  const [term, more] = piece.terms
  const [need] = needs
  const [word] = term?.words ?? []
  if (!term || more || !need || !word || term.words.length > 1 || term.isPhrase) return needs
  if (need.pages > mostPagesInDoubt) return needs
  const stems = [...layoutStems(piece), ...(await nearStems(db, locale, word))].filter((stem) => stem !== word.stem)
  const counts = await countPages(
    db,
    locale,
    stems.map((stem) => expressionOf(exactly(stem))),
  )
  const meant = stems
    .map((stem, at) => ({ pattern: { ...exactly(stem), isGuess: true }, pages: counts[at] ?? 0 }))
    .filter(({ pages }) => pages >= need.pages * timesMore)
  const patterns = [...need.patterns, ...meant.map(({ pattern }) => pattern)]
  return [{ ...need, patterns, pages: Math.max(need.pages, ...meant.map(({ pages }) => pages)) }]
}

function layoutStems({ text }: Piece): string[] {
  const words = readChunks(inOtherLayout(text) ?? '').flatMap((chunk) => chunk.words)
  return text.length >= shortestInOtherLayout && words.length === 1 ? words.map(({ stem }) => stem) : []
}

async function nearStems(db: Reader, locale: Locale, word: Word): Promise<string[]> {
  if (word.form.length < shortestInDoubt) return []
  const guess = await guessWord(
    db,
    locale,
    word,
    (known) => known.stem !== word.stem && isLetterAstray(word.form, known.word),
  )
  return guess ? [guess.stem] : []
}
