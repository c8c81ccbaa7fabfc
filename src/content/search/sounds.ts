import { replaceLetters } from './words.ts'

/**
 * Applied in order. Consonants that loanwords confuse become one letter: `q` stands for «ч» and «ш», `g` also for «ж».
 */
const russianSounds: [RegExp, string][] = [
  [/д[жз]/g, 'g'],
  [/ц/g, 'ts'],
  [/[чшщ]/g, 'q'],
  [/[ъь]/g, ''],
  [/[йиы]/g, 'i'],
  [/э/g, 'e'],
  [/я/g, 'ia'],
  [/ю/g, 'iu'],
]
const russianLetters = 'абвгдежзклмнопрстуфх'
const asLatin = 'abvgdegsklmnoprstufh'
const latinSounds: [RegExp, string][] = [
  [/[ck]k|q/g, 'k'],
  [/s?[st]ion/g, 'qen'],
  [/s?ch|sh/g, 'q'],
  [/zh|dzh?|j|dg/g, 'g'],
  [/kh/g, 'h'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/gh/g, ''],
  [/x/g, 'ks'],
  [/c(?=[eiy])|z/g, 's'],
  [/c/g, 'k'],
  [/(?<=[aeiou])w(?![aeiou])/g, 'u'],
  [/w/g, 'v'],
  [/y/g, 'i'],
  [/ee|ea|ie/g, 'i'],
  [/oo|ou/g, 'u'],
  [/e$/g, ''],
]

/** The consonants of a word, used to find it in the other alphabet; empty if they are too few to distinguish words. */
export function soundOf(form: string): string {
  const consonants = spoken(form).replace(/[aeiou]/g, '')
  return consonants.length >= 2 ? consonants : ''
}

/** 0 for words that sound the same, 1 for words with nothing in common. */
export function soundDistance(a: string, b: string): number {
  const [left, right] = [spoken(a), spoken(b)]
  return editsBetween(left, right) / Math.max(left.length, right.length, 1)
}

export function alphabetOf(form: string): 'russian' | 'latin' | undefined {
  if (/^[а-яё]+$/.test(form)) return 'russian'
  return /^[a-z]+$/.test(form) ? 'latin' : undefined
}

/** Empty for words of other alphabets or of both. */
function spoken(form: string): string {
  const alphabet = alphabetOf(form)
  if (!alphabet) return ''
  const sounds = alphabet === 'russian' ? russianSounds : latinSounds
  const replaced = sounds.reduce((text, [pattern, sound]) => text.replace(pattern, sound), form)
  return replaceLetters(replaced, russianLetters, asLatin).replace(/(.)\1+/g, '$1')
}

/** Edit distance: letters added, dropped or replaced. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] ?? 0) + (letter === b[j] ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
