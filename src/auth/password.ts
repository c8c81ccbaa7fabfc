/** OWASP's parameters for argon2id: 19 MiB, two passes (Password Storage Cheat Sheet). */
const parameters = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
const currentForm = /^\$argon2id\$v=19\$m=19456,t=2,/

/** Hashes made at once: more would only take memory, and a flood of sign-ins must not take it all. */
const mostAtOnce = 4
/** Sign-ins that wait for their turn; the next one is told to come back. */
const mostWaiting = 64

export type PasswordCheck = { status: 'right'; isOld: boolean } | { status: 'wrong' } | { status: 'busy' }

export interface Passwords {
  /** The hash to keep, or `busy`. */
  hash(password: string): Promise<{ status: 'hashed'; hash: string } | { status: 'busy' }>
  /** Takes the same time for an account that does not exist: `hash` undefined. */
  check(password: string, hash: string | undefined): Promise<PasswordCheck>
}

/** Hashes and checks passwords, a few at a time. */
export function createPasswords(): Passwords {
  let running = 0
  const waiting: (() => void)[] = []
  let dummy: Promise<string> | undefined

  const inTurn = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (running >= mostAtOnce) {
      if (waiting.length >= mostWaiting) return undefined
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
      return { status: 'right', isOld: !currentForm.test(hash) }
    },
  }
}
