import { replaceLetters } from './words.ts'

const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const russianKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

/**
 * A text typed with the other keyboard layout on: `yfcnhjqrb` is «настройки», «ыуфкср» is `search`.
 * `undefined` when it has letters of neither or of both.
 */
export function inOtherLayout(text: string): string | undefined {
  const lower = text.toLowerCase()
  const isLatin = /[a-z]/.test(lower)
  if (isLatin === /[а-яё]/.test(lower)) return undefined
  const [from, to] = isLatin ? [latinKeys, russianKeys] : [russianKeys, latinKeys]
  return replaceLetters(lower, from, to)
}
