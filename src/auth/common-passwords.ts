import type { IsCommon } from './password-rules.ts'

let known: Promise<IsCommon> | undefined

/** The 49,000 passwords that are tried first, from a list that comes with the product; read when first needed. */
export function commonPasswords(): Promise<IsCommon> {
  known ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const list = new Set(dictionary['passwords-common'].map(String))
    return (password) => list.has(password)
  })
  return known
}
