/* Typed words, misspelled or in the other keyboard layout. Servers and browsers read them. */

/**
 * Returns the edit distance of two words, in which a swap of neighboring letters is one edit; the length of `a` if the
 * lengths differ by more than half of it.
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

export function replaceLetters(word: string, from: string, to: string): string {
  return Array.from(word, (letter) => to[from.indexOf(letter)] ?? letter).join('')
}

const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const russianKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

/**
 * Converts a text typed in the wrong keyboard layout: `yfcnhjqrb` → «настройки», «ыуфкср» → `search`; undefined if the
 * text has letters of both alphabets or of neither.
 */
export function fromOtherKeyboard(text: string): string | undefined {
  const lower = text.toLowerCase()
  const isLatin = /[a-z]/.test(lower)
  if (isLatin === /[а-яё]/.test(lower)) return undefined
  const [from, to] = isLatin ? [latinKeys, russianKeys] : [russianKeys, latinKeys]
  return replaceLetters(lower, from, to)
}
