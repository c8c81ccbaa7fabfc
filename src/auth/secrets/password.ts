import { availableParallelism } from 'node:os'
import { createFairQueue } from '../../jobs/fair-queue.ts'
import { startWorker } from '../../jobs/start-worker.ts'
import type { HashReply, HashTask } from './hash.worker.ts'

type HashAnswer = Exclude<HashReply, { kind: 'failed' }>

/** Party that waits for a hash. Parties take turns, so that a flood of attempts delays nobody else for long. */
export interface HashCaller {
  key: string
  /** Whether the party is a known device or user, who is refused only when no stranger waits */
  isKnown: boolean
}

/** All callers that have nothing to tell them apart share one turn. */
const unnamed: HashCaller = { key: '', isKnown: false }

interface Hashing {
  /**
   * Runs a task on a hash thread. @returns undefined when too many tasks wait. @throws Error when the hash is malformed
   * or the thread crashed
   */
  run(task: HashTask, caller?: HashCaller): Promise<HashAnswer | undefined>
}

export interface HashWorker extends Pick<Worker, 'postMessage' | 'terminate'> {
  onmessage: ((event: MessageEvent<HashReply>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  /** Methods that both Bun and Node have, but the browser types lack. */
  ref?(): void
  unref?(): void
}

export interface HashingOptions {
  /** Max number of concurrent hashes, each on its own thread */
  width?: number
  /** Max number of running and waiting hashes; one more, and the fair queue refuses one */
  maxPending?: number
  start?: () => HashWorker
}

/** Max number of hash threads, which bounds the memory of concurrent sign-ins: 19 MiB each. */
const maxWidth = 4
/** Default max number of hashes: with one thread, the last of them waits about two seconds. */
const defaultPending = 64

/** Returns the number of hash threads, which leaves one processor to all other requests. */
export function widthFor(processors: number): number {
  return Math.min(maxWidth, Math.max(1, processors - 1))
}

/** Creates hash threads on demand; idle threads do not keep the process alive. */
export function createHashing({
  width = widthFor(availableParallelism()),
  maxPending = defaultPending,
  start = () => startWorker('auth/secrets/hash.worker.ts'),
}: HashingOptions = {}): Hashing {
  const queue = createFairQueue({ width, maxPending })
  const idle: HashWorker[] = []

  const runOn = (worker: HashWorker, task: HashTask) => {
    const { promise, resolve, reject } = Promise.withResolvers<HashAnswer>()
    worker.onmessage = ({ data }) => {
      worker.unref?.()
      idle.push(worker)
      if (data.kind === 'failed') reject(new Error(data.message))
      else resolve(data)
    }
    worker.onerror = ({ message }) => {
      worker.terminate()
      reject(new Error(`Password hashing thread crashed: ${message}`))
    }
    worker.ref?.()
    worker.postMessage(task)
    return promise
  }
  return {
    run: (task, { key, isKnown } = unnamed) =>
      // Keys of known and unknown callers must differ, because a key is refused last as a whole.
      queue.run(`${isKnown} ${key}`, () => runOn(idle.pop() ?? start(), task), { isRefusedLast: isKnown }),
  }
}

export interface PasswordCost {
  /** Memory of one hash, KiB */
  memoryCost: number
  timeCost: number
}

/** Cost of argon2id as in the OWASP Password Storage Cheat Sheet: 19 MiB, two passes. */
export const recommendedCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

export type PasswordCheck = { status: 'right'; isOld: boolean } | { status: 'wrong' } | { status: 'busy' }

export interface Passwords {
  hash(password: string, caller?: HashCaller): Promise<{ status: 'hashed'; hash: string } | { status: 'busy' }>
  /** Checks a password. Takes equally long for an account that does not exist (`hash` undefined). */
  check(password: string, hash: string | undefined, caller?: HashCaller): Promise<PasswordCheck>
}

/** Hash threads of the process. There is one pool, because all hashes share the processors. */
const sharedHashing = createHashing()

export function createPasswords(cost = recommendedCost, hashing: Hashing = sharedHashing): Passwords {
  const currentForm = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},`
  let dummy: Promise<string | undefined> | undefined

  const hashOf = async (password: string, caller?: HashCaller) => {
    const made = await hashing.run({ kind: 'hash', password, cost }, caller)
    return made?.kind === 'hashed' ? made.hash : undefined
  }
  /** Returns a dummy hash, which the first check makes: a known account waits for it as long as an unknown one. */
  const findDummy = async (caller?: HashCaller) => {
    dummy ??= hashOf(crypto.randomUUID(), caller)
    const made = await dummy.catch((error: unknown) => {
      dummy = undefined
      throw error
    })
    if (made === undefined) dummy = undefined
    return made
  }

  return {
    hash: async (password, caller) => {
      const hash = await hashOf(password, caller)
      return hash === undefined ? { status: 'busy' } : { status: 'hashed', hash }
    },
    check: async (password, hash, caller) => {
      const standIn = await findDummy(caller)
      if (standIn === undefined) return { status: 'busy' }
      const checked = await hashing.run({ kind: 'verify', password, hash: hash ?? standIn }, caller)
      if (checked?.kind !== 'verified') return { status: 'busy' }
      if (!checked.isRight || hash === undefined) return { status: 'wrong' }
      return { status: 'right', isOld: !hash.startsWith(currentForm) }
    },
  }
}
