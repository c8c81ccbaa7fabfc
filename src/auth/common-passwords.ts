import type { IsCommon } from './password-rules.ts'
import { hashToken } from './token.ts'

let list: Promise<Set<string>> | undefined
let byPrefix: Promise<Map<string, string[]>> | undefined

/** The 49,000 passwords that are tried first, from a list that comes with the product; read when first needed. */
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

/** Digits of the hash by which a browser asks: about twelve common passwords share them. */
const prefixLength = 3

/**
 * For browsers that measure a password while it is written, without sending it: the rest of the SHA-256 in hex of every
 * common password whose hash begins with three digits. Nothing for what are no three digits.
 */
export async function commonPasswordsLike(prefix: string): Promise<string[] | undefined> {
  if (!/^[0-9a-f]{3}$/.test(prefix)) return undefined
  byPrefix ??= readList().then(groupByHash)
  return (await byPrefix).get(prefix) ?? []
}

function groupByHash(passwords: Set<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const password of passwords) {
    const hash = hashToken(password).toString('hex')
    const prefix = hash.slice(0, prefixLength)
    const group = groups.get(prefix) ?? []
    group.push(hash.slice(prefixLength))
    groups.set(prefix, group)
  }
  return groups
}
