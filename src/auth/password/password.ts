import { createHashing, type Hashing } from './hashing.ts'

export interface PasswordCost {
  /** KiB */
  memoryCost: number
  timeCost: number
}

/** argon2id as in the OWASP Password Storage Cheat Sheet: 19 MiB, two passes. */
export const recommendedCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

export type PasswordCheck = { status: 'right'; isOld: boolean } | { status: 'wrong' } | { status: 'busy' }

export interface Passwords {
  hash(password: string): Promise<{ status: 'hashed'; hash: string } | { status: 'busy' }>
  /** Takes equally long for an account that does not exist (`hash` undefined). */
  check(password: string, hash: string | undefined): Promise<PasswordCheck>
}

/** One per process, because all hashes share its processors. */
const sharedHashing = createHashing()

export function createPasswords(cost = recommendedCost, hashing: Hashing = sharedHashing): Passwords {
  const currentForm = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},`
  let dummy: Promise<string | undefined> | undefined

  const hashOf = async (password: string) => {
    const made = await hashing.run({ kind: 'hash', password, cost })
    return made?.kind === 'hashed' ? made.hash : undefined
  }
  /** The first check makes the dummy hash, so a known account waits for it as long as an unknown one. */
  const findDummy = async () => {
    dummy ??= hashOf(crypto.randomUUID())
    const made = await dummy.catch((error: unknown) => {
      dummy = undefined
      throw error
    })
    if (made === undefined) dummy = undefined
    return made
  }

  return {
    hash: async (password) => {
      const hash = await hashOf(password)
      return hash === undefined ? { status: 'busy' } : { status: 'hashed', hash }
    },
    check: async (password, hash) => {
      const standIn = await findDummy()
      if (standIn === undefined) return { status: 'busy' }
      const checked = await hashing.run({ kind: 'verify', password, hash: hash ?? standIn })
      if (checked?.kind !== 'verified') return { status: 'busy' }
      if (!checked.isRight || hash === undefined) return { status: 'wrong' }
      return { status: 'right', isOld: !hash.startsWith(currentForm) }
    },
  }
}
