import { loginKey } from '../names.ts'
import { hashToken } from '../secrets/token.ts'

const minPasswordLength = 8
const maxPasswordLength = 256

export type PasswordFault = 'short' | 'long' | 'common' | 'login'

type IsCommon = (password: string) => boolean

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

let list: Promise<Set<string>> | undefined
let byPrefix: Promise<Map<number, Buffer>> | undefined

/** Reads the 49,000 most common passwords. */
function readList(): Promise<Set<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  )
  return list
}

export async function commonPasswords(): Promise<IsCommon> {
  const known = await readList()
  return (password) => known.has(password)
}

/** Length of a SHA-256, bytes */
const hashLength = 32
/** Number of hex digits of the hash that a browser sends: about twelve common passwords share the same digits. */
const prefixLength = 3

/**
 * Returns the rest of the SHA-256 (hex) of each common password whose hash has this prefix (k-anonymity); undefined
 * unless the prefix has three hex digits.
 */
export async function commonPasswordsLike(prefix: string): Promise<string[] | undefined> {
  if (!/^[0-9a-f]{3}$/.test(prefix)) return undefined
  const hashes = (await groupedHashes()).get(Number.parseInt(prefix, 16))?.toString('hex') ?? ''
  return Array.from({ length: hashes.length / (2 * hashLength) }, (_, at) =>
    hashes.slice(at * 2 * hashLength + prefixLength, (at + 1) * 2 * hashLength),
  )
}

/**
 * Preloads the list of common passwords: the first use would take 0.1 s, and the list's memory would look like a leak.
 */
export async function loadCommonPasswords(): Promise<void> {
  await groupedHashes()
}

function groupedHashes(): Promise<Map<number, Buffer>> {
  byPrefix ??= readList().then(groupByHash)
  return byPrefix
}

/** Groups hashes by their prefix as a number. Hashes stay bytes, because strings take five times the memory. */
function groupByHash(passwords: Set<string>): Map<number, Buffer> {
  const groups = new Map<number, Buffer[]>()
  for (const password of passwords) {
    const hash = hashToken(password)
    const prefix = hash.readUInt16BE() >> 4
    const group = groups.get(prefix)
    if (group) group.push(hash)
    else groups.set(prefix, [hash])
  }
  return new Map([...groups].map(([prefix, group]) => [prefix, Buffer.concat(group)]))
}
