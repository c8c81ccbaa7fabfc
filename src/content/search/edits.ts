/** The search_words triggers use the same number. */
const variantLetters = 7

/** A word's first letters, complete and with each one left out: words one edit apart share at least one variant. */
export function variantsOf(word: string): string[] {
  const opening = word.slice(0, variantLetters)
  return [...new Set([opening, ...Array.from(opening, (_, at) => opening.slice(0, at) + opening.slice(at + 1))])]
}

/** One letter added, dropped or replaced, or two neighboring letters swapped. */
export function isOneEditApart(a: string, b: string): boolean {
  return isLetterAddedOrSwapped(a, b) || isLetterReplaced(a, b)
}

export function isLetterAddedOrSwapped(a: string, b: string): boolean {
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

/**
 * Edit distance with swaps of neighboring letters. Returns the length of `a` if the lengths differ by more than half of
 * it.
 */
export function distanceOf(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > a.length / 2) return a.length
  let [above, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? (above[j - 2] ?? 0) + 1 : replaced
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced, swapped))
    }
    above = row
    row = next
  }
  return row[b.length] ?? a.length
}
