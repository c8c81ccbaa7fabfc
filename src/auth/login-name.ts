import { hasUnseen } from './letters.ts'

const shape = /^[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?$/u

const minLoginLength = 3
const maxLoginLength = 40

/** Logins compare without regard to case and width of letters. */
export function loginKey(login: string): string {
  return login.normalize('NFKC').trim().toLowerCase()
}

/** What is wrong with a new login: its length and signs, or its letters. Logins there are stay as they are. */
export type LoginFault = 'shape' | 'letters'

/** Letters as Europe writes them, without those that only look like others, and the Cyrillic of the living languages. */
const alphabets = [/^(?![ıĸŀŉ])[a-zß-öø-ž0-9._-]+$/, /^[а-џґ0-9._-]+$/]

/** @param login  in NFKC */
export function loginFault(login: string): LoginFault | undefined {
  if (hasUnseen(login)) return 'letters'
  if (login.length < minLoginLength || login.length > maxLoginLength || !shape.test(login)) return 'shape'
  return alphabets.some((alphabet) => alphabet.test(login.toLowerCase())) ? undefined : 'letters'
}

/** Letters that one alphabet draws as the other, in lower or upper case */
const pairs = Array.from('аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕs')
const cyrillicToLatin = new Map(pairs.flatMap((letter, at) => (at % 2 === 0 ? [[letter, pairs[at + 1] ?? '']] : [])))
const latinToCyrillic = new Map([...cyrillicToLatin].map(([cyrillic, latin]) => [latin, cyrillic]))

/** The login that looks the same in the other alphabet; undefined when there is none. @param key  as `loginKey` gives it */
export function twinOf(key: string): string | undefined {
  for (const twins of [cyrillicToLatin, latinToCyrillic]) {
    const letters = Array.from(key, (letter) => (/[0-9._-]/.test(letter) ? letter : twins.get(letter)))
    const twin = letters.join('')
    if (!letters.includes(undefined) && twin !== key) return twin
  }
  return undefined
}
