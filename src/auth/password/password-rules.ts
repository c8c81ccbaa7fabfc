import { loginKey } from '../login-name.ts'

const minPasswordLength = 8
const maxPasswordLength = 256

export type PasswordFault = 'short' | 'long' | 'common' | 'login'

export type IsCommon = (password: string) => boolean

/** Words that are too easy to guess for this product (ASVS 5.0: 6.1.2, 6.2.11); the documentation lists them. */
export const contextWords = ['kurs', 'курс', 'admin', 'админ']

const minOtherCharacters = 6

/** Checks the length of a password, not its composition (ASVS 5.0: 6.2.1, 6.2.4, 6.2.5, 6.2.9, 6.2.11). */
export function passwordFault(password: string, login: string, isCommon: IsCommon): PasswordFault | undefined {
  const length = Array.from(password).length
  if (length < minPasswordLength) return 'short'
  if (length > maxPasswordLength) return 'long'
  const plain = password.toLowerCase()
  const own = loginKey(login)
  if (own.length > 0 && (plain === own || (plain.includes(own) && length - own.length < 4))) return 'login'
  return isCommon(plain) || isContextual(plain) ? 'common' : undefined
}

function isContextual(plain: string): boolean {
  const rest = contextWords.reduce((text, word) => text.replaceAll(word, ''), plain)
  return rest.length < plain.length && Array.from(rest).length < minOtherCharacters
}
