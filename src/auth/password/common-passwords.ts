import { hashToken } from '../session/token.ts'
import type { IsCommon } from './password-rules.ts'

let list: Promise<Set<string>> | undefined
let byPrefix: Promise<Map<string, string[]>> | undefined

/** The 49,000 passwords that are tried first; read when first needed. */
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

/** Hex digits of the hash that a browser sends: about twelve common passwords share them. */
const prefixLength = 3

/** k-anonymity: what follows `prefix` in each common SHA-256 (hex) that has it; undefined unless it is three digits. */
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
