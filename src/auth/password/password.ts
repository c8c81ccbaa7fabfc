export interface PasswordCost {
  /** KiB */
  memoryCost: number
  timeCost: number
}

/** argon2id by the OWASP Password Storage Cheat Sheet: 19 MiB, two passes. */
export const recommendedCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** Concurrent hashes: bounds the memory that a flood of sign-ins can take. */
const maxConcurrent = 4
/** Sign-ins in the queue; the next one is told to come back. */
const maxQueued = 64

export type PasswordCheck = { status: 'right'; isOld: boolean } | { status: 'wrong' } | { status: 'busy' }

export interface Passwords {
  hash(password: string): Promise<{ status: 'hashed'; hash: string } | { status: 'busy' }>
  /** Takes the same time for an account that does not exist: `hash` undefined. */
  check(password: string, hash: string | undefined): Promise<PasswordCheck>
}

export function createPasswords(cost = recommendedCost): Passwords {
  const parameters = { algorithm: 'argon2id', ...cost } as const
  const currentForm = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},`
  let running = 0
  const waiting: (() => void)[] = []
  let dummy: Promise<string> | undefined

  const inTurn = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (running >= maxConcurrent) {
      if (waiting.length >= maxQueued) return undefined
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  return {
    hash: async (password) => {
      const hash = await inTurn(() => Bun.password.hash(password, parameters))
      return hash === undefined ? { status: 'busy' } : { status: 'hashed', hash }
    },
    check: async (password, hash) => {
      dummy ??= Bun.password.hash(crypto.randomUUID(), parameters)
      const known = hash ?? (await dummy)
      const isRight = await inTurn(() => Bun.password.verify(password, known))
      if (isRight === undefined) return { status: 'busy' }
      if (!isRight || hash === undefined) return { status: 'wrong' }
      return { status: 'right', isOld: !hash.startsWith(currentForm) }
    },
  }
}
