import { createSeal } from '../../auth/secrets/seal.ts'

type Params = Readonly<Record<string, unknown>>

/**
 * Seals the parameters of a notice that contains a secret, so that a stolen database yields no usable link. The key is
 * the token of the bot, which the processes that write and send notices share.
 */
export function sealParams(token: string, params: Params): Params {
  return { sealed: createSeal(token).seal(Buffer.from(JSON.stringify(params))) }
}

/** Returns parameters as they are sent; undefined if they were sealed with another token, because tokens are replaced. */
export function openParams(token: string, params: Params): Params | undefined {
  if (typeof params.sealed !== 'string') return params
  try {
    return JSON.parse(Buffer.from(createSeal(token).open(params.sealed)).toString())
  } catch {
    return undefined
  }
}
