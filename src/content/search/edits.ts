/** How many letters of a word the table of variants knows; the search_words triggers hold the same number. */
const variantLetters = 7

/**
 * What a word and one typed with a single mistake have in common: its first letters, whole and with any one left out.
 * Two words that are one edit apart share at least one variant; whether they really are, `isOneEditApart` tells.
 */
export function variantsOf(word: string): string[] {
  const opening = word.slice(0, variantLetters)
  return [...new Set([opening, ...Array.from(opening, (_, at) => opening.slice(0, at) + opening.slice(at + 1))])]
}

/** Whether one letter added, dropped or replaced, or two neighbours swapped, turn one word into the other. */
export function isOneEditApart(a: string, b: string): boolean {
  return isLetterAstray(a, b) || isLetterReplaced(a, b)
}

/** Whether one word is the other with one letter too many, missing or swapped with its neighbour. */
export function isLetterAstray(a: string, b: string): boolean {
  const at = firstDifference(a, b)
  if (a.length === b.length) {
    return a !== b && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
  }
  return a.length < b.length ? a.slice(at) === b.slice(at + 1) : a.slice(at + 1) === b.slice(at)
}

function isLetterReplaced(a: string, b: string): boolean {
  const at = firstDifference(a, b)
  return a.length === b.length && a !== b && a.slice(at + 1) === b.slice(at + 1)
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}
