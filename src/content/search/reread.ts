import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { chooseForm, isGuessable } from './guess.ts'
import { inOtherLayout } from './keyboard.ts'
import { beginningWith, exactly, type Need } from './need.ts'
import { parseQuery, type Term, telling, wordTerms } from './parse-query.ts'
import { needsFor, patternsBeginning, readNeeds, shortestBeginning } from './patterns.ts'
import { listForms } from './queries.ts'
import { isStopWord } from './stop-words.ts'
import { findWordBeginning, guessWord } from './vocabulary.ts'
import type { Word } from './words.ts'

/** What a part of the query came to. */
export interface Reading {
  needs: Need[]
  /** Places in the query that were read as something else. */
  changes: { start: number; end: number; text: string }[]
}

/** A part of the query between spaces, or a phrase. */
export interface Piece {
  text: string
  start: number
  end: number
  terms: Term[]
}

/** A word is taken for a related one only when they share this much of it, and never less than these letters. */
const sharedPart = 0.6
const shortestRoot = 5

/**
 * Reads a piece of which no page has every word: typed in the other keyboard layout, or word by word.
 * @param needs  of the piece's terms as typed
 */
export async function rereadPiece(db: Reader, locale: Locale, piece: Piece, needs: Need[]): Promise<Reading> {
  return (await rereadLayout(db, locale, piece)) ?? rereadTerms(db, locale, piece.terms, needs)
}

async function rereadLayout(db: Reader, locale: Locale, piece: Piece): Promise<Reading | undefined> {
  const { start, end } = piece
  const text = inOtherLayout(piece.text)
  if (!text || piece.terms.some(({ isPhrase }) => isPhrase)) return undefined
  const isLast = piece.terms.some((term) => term.isLast)
  const terms = telling(parseQuery(text).map((term) => ({ ...term, isLast: isLast && term.isLast })))
  const read = await readNeeds(db, locale, terms)
  const needs = read.map((need, at) => ({ ...need, isCommon: terms[at]?.isCommon }))
  const isKnown = needs.length > 0 && needs.every(({ pages }) => pages > 0)
  return isKnown ? { needs, changes: [{ start, end, text }] } : undefined
}

async function rereadTerms(db: Reader, locale: Locale, terms: Term[], needs: Need[]): Promise<Reading> {
  const readings: Reading[] = []
  for (const [at, term] of terms.entries()) {
    const need = needs[at]
    if (need && need.pages > 0) readings.push({ needs: [need], changes: [] })
    else readings.push(await rereadTerm(db, locale, term))
  }
  return joinReadings(readings)
}

async function rereadTerm(db: Reader, locale: Locale, term: Term): Promise<Reading> {
  const [word] = term.words
  if (word && term.words.length === 1) {
    return (
      (await rereadAsBeginning(db, locale, term, word)) ??
      (await rereadAsMistyped(db, locale, word)) ??
      (await rereadAsRelated(db, locale, word)) ?? { needs: [], changes: [] }
    )
  }
  const [whole] = term.isPhrase ? [] : (term.spellings[0] ?? [])
  const guess = whole && (await rereadAsMistyped(db, locale, whole))
  if (guess) return guess
  const terms = telling(wordTerms(term))
  return rereadTerms(db, locale, terms, await readNeeds(db, locale, terms))
}

async function rereadAsBeginning(db: Reader, locale: Locale, term: Term, word: Word): Promise<Reading | undefined> {
  if (term.isLast || word.form.length < shortestBeginning) return undefined
  const needs = await needsFor(db, locale, [await patternsBeginning(db, locale, word)])
  return needs.every(({ pages }) => pages > 0) ? { needs, changes: [] } : undefined
}

async function rereadAsMistyped(db: Reader, locale: Locale, word: Word): Promise<Reading | undefined> {
  const { form, start, end } = word
  if (!isGuessable(form)) return undefined
  const guess = await guessWord(db, locale, word)
  if (!guess) return undefined
  const [need] = await needsFor(db, locale, [[exactly(guess.stem)]])
  const shown = guess.isForm ? guess.word : chooseForm(form, await listForms(db, locale, guess.stem))
  const text = shown ?? guess.word
  return { needs: need ? [{ ...need, isCommon: isStopWord(text) }] : [], changes: [{ start, end, text }] }
}

/** The longest beginning that some word shares: «аутентификация» where there is only an «аутентификатор». */
async function rereadAsRelated(db: Reader, locale: Locale, { form, start, end }: Word): Promise<Reading | undefined> {
  const shortest = Math.max(shortestRoot, Math.ceil(form.length * sharedPart))
  const lengths = Array.from({ length: Math.max(0, form.length - shortest) }, (_, cut) => form.length - 1 - cut)
  const roots = await needsFor(
    db,
    locale,
    lengths.map((length) => [beginningWith(form.slice(0, length))]),
  )
  const at = roots.findIndex(({ pages }) => pages > 0)
  const need = roots[at]
  if (!need) return undefined
  const shown = await findWordBeginning(db, locale, form.slice(0, lengths[at]))
  return { needs: [need], changes: shown ? [{ start, end, text: shown }] : [] }
}

export function joinReadings(readings: Reading[]): Reading {
  return {
    needs: readings.flatMap(({ needs }) => needs),
    changes: readings.flatMap(({ changes }) => changes),
  }
}
