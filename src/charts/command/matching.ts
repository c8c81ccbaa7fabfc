import { distanceOf, fromOtherKeyboard } from '../../i18n/typing.ts'

/** Max length of a query, characters; the rest is not read */
export const maxQuery = 100
const maxWords = 10

/** Lower case, with «е» for «ё»: users type either */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е')
}

/** Splits a query into folded words. Only signs that are letters on no keyboard separate words. */
export function wordsOf(text: string): string[] {
  return fold(text.slice(0, maxQuery).toWellFormed())
    .split(/[\s/()–—-]+/)
    .filter((word) => word !== '')
    .slice(0, maxWords)
}

/** Penalty of a word that was typed with the other keyboard layout */
const otherKeyboard = 2
const editPenalty = 4

/**
 * Returns how well a typed word fits a known one: 0 if equal, more for prefixes, typing errors and the other keyboard
 * layout; undefined if it does not fit. Both are folded.
 */
function penaltyOf(typed: string, known: string): number | undefined {
  const direct = spelledPenalty(typed, known)
  const other = fromOtherKeyboard(typed)
  const converted = other === undefined ? undefined : spelledPenalty(fold(other), known)
  if (converted === undefined) return direct
  return Math.min(direct ?? Number.POSITIVE_INFINITY, converted + otherKeyboard)
}

function spelledPenalty(typed: string, known: string): number | undefined {
  if (typed === known) return 0
  if (known.startsWith(typed)) return 1
  const allowed = typed.length >= 7 ? 2 : typed.length >= 4 ? 1 : 0
  const isSwapped = typed.length === 3 && known.length === 3 && [...typed].sort().join() === [...known].sort().join()
  if (isSwapped && distanceOf(typed, known) === 1) return editPenalty
  if (allowed === 0) return undefined
  // While the word is being typed, its end is missing, so its beginning is compared too.
  const edits = Math.min(distanceOf(typed, known), distanceOf(typed, known.slice(0, typed.length)))
  return edits <= allowed ? edits * editPenalty : undefined
}

export function bestPenalty(typed: string, known: readonly string[]): number | undefined {
  const penalties = known.flatMap((word) => penaltyOf(typed, word) ?? [])
  return penalties.length > 0 ? Math.min(...penalties) : undefined
}

/** Sums the penalties of all typed words; undefined if one of them fits no known word. */
export function totalPenalty(typed: readonly string[], known: readonly string[]): number | undefined {
  let total = 0
  for (const word of typed) {
    const penalty = bestPenalty(word, known)
    if (penalty === undefined) return undefined
    total += penalty
  }
  return total
}
