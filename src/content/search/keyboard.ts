import { replaceLetters } from './words.ts'

const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const russianKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

/**
 * `yfcnhjqrb` → «настройки», «ыуфкср» → `search`; undefined if the text has letters of both alphabets or of neither.
 */
export function fromOtherKeyboard(text: string): string | undefined {
  const lower = text.toLowerCase()
  const isLatin = /[a-z]/.test(lower)
  if (isLatin === /[а-яё]/.test(lower)) return undefined
  const [from, to] = isLatin ? [latinKeys, russianKeys] : [russianKeys, latinKeys]
  return replaceLetters(lower, from, to)
}
