import { hashToken } from '../secrets/token.ts'
import type { IsCommon } from './password-rules.ts'

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
