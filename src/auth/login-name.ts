import { hasInvisible } from './letters.ts'

const shape = /^[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?$/u

const minLoginLength = 3
const maxLoginLength = 40

/** Normalizes a login for comparison: case and width of letters are ignored. */
export function loginKey(login: string): string {
  return login.normalize('NFKC').trim().toLowerCase()
}

/** Fault of a new login: its length and characters, or its letters. Existing logins are not checked again. */
export type LoginFault = 'shape' | 'letters'

/**
 * Patterns of allowed letters: European Latin letters without their confusables, and the Cyrillic letters of living
 * languages.
 */
const alphabets = [/^(?![ıĸŀŉ])[a-zß-öø-ž0-9._-]+$/, /^[а-џґ0-9._-]+$/]

/** Checks a new login. @param login  login in NFKC */
export function loginFault(login: string): LoginFault | undefined {
  if (hasInvisible(login)) return 'letters'
  if (login.length < minLoginLength || login.length > maxLoginLength || !shape.test(login)) return 'shape'
  return alphabets.some((alphabet) => alphabet.test(login.toLowerCase())) ? undefined : 'letters'
}

/** Cyrillic and Latin letters that look the same in lower or upper case, as pairs */
const pairs = Array.from('аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕs')
const cyrillicToLatin = new Map(pairs.flatMap((letter, at) => (at % 2 === 0 ? [[letter, pairs[at + 1] ?? '']] : [])))
const latinToCyrillic = new Map([...cyrillicToLatin].map(([cyrillic, latin]) => [latin, cyrillic]))

/** Returns the login that looks the same in the other alphabet, if there is one. @param key  from `loginKey` */
export function confusableOf(key: string): string | undefined {
  for (const lookalikes of [cyrillicToLatin, latinToCyrillic]) {
    const letters = Array.from(key, (letter) => (/[0-9._-]/.test(letter) ? letter : lookalikes.get(letter)))
    const confusable = letters.join('')
    if (!letters.includes(undefined) && confusable !== key) return confusable
  }
  return undefined
}
