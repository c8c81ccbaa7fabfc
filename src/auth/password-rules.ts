import { loginKey } from './login-name.ts'

export const shortestPassword = 8
export const longestPassword = 256

export type PasswordFault = 'short' | 'long' | 'common' | 'login'

/** Whether a password is one of those that are tried first. */
export type IsCommon = (password: string) => boolean

/** Words of this product that passwords made for it begin with (ASVS 5.0: 6.1.2, 6.2.11); the documentation lists them. */
export const contextWords = ['kurs', 'курс', 'admin', 'админ']

/** A password with such a word needs this many characters besides. */
const fewestBesides = 6

/**
 * What is wrong with a new password. Composition is nobody's business; length is, and that it is not guessed first
 * (ASVS 5.0: 6.2.1, 6.2.4, 6.2.5, 6.2.9, 6.2.11).
 */
export function faultOf(password: string, login: string, isCommon: IsCommon): PasswordFault | undefined {
  const length = Array.from(password).length
  if (length < shortestPassword) return 'short'
  if (length > longestPassword) return 'long'
  const plain = password.toLowerCase()
  const own = loginKey(login)
  if (own.length > 0 && (plain === own || (plain.includes(own) && length - own.length < 4))) return 'login'
  return isCommon(plain) || isOfThisPlace(plain) ? 'common' : undefined
}

function isOfThisPlace(plain: string): boolean {
  const rest = contextWords.reduce((text, word) => text.replaceAll(word, ''), plain)
  return rest.length < plain.length && Array.from(rest).length < fewestBesides
}
