import { addSecondFactor, password, registered } from './asvs-people.ts'
import { send } from './sender.ts'
import type { TestSite } from './site.ts'
import { codeNow } from './totp-code.ts'
import { createVisitor } from './visitor.ts'

/** Creates a clock whose time passes only on `wait`. */
export function standingClock() {
  let now = Date.now()
  return {
    now: () => now,
    wait: (ms: number) => {
      now += ms
    },
  }
}

/** Actions of strangers, and of an account owner, on a site with the given clock. */
export function strangersAt(site: () => TestSite, clock: ReturnType<typeof standingClock>) {
  let networks = 0
  const newNetwork = () => `198.${18 + (++networks >> 16)}.${(networks >> 8) & 255}.${networks & 255}`

  const tryJson = (login: string, word: string, address: string, more: object = {}) =>
    send(site(), '/api/auth/login', { json: { login, password: word, ...more }, address })

  return {
    newNetwork,
    tryJson,
    /** Tries wrong passwords from several networks in turn, ten seconds apart. @returns the statuses */
    guess: async (login: string, from: string[], tries: number): Promise<number[]> => {
      const statuses: number[] = []
      for (let at = 0; at < tries; at++) {
        statuses.push((await tryJson(login, `guess ${at}`, from[at % from.length] ?? '')).status)
        clock.wait(10_000)
      }
      return statuses
    },
    /** Registers a user with a second factor and a browser in which they have signed in. */
    owner: async () => {
      const { login, id } = await registered(site())
      const { key, recoveryCodes } = await addSecondFactor(site(), login, clock.now())
      const known = createVisitor(site())
      await known.post('/en/login', { login, password })
      const { status } = await known.post('/en/login', { code: codeNow(key, clock.now()) })
      if (status !== 303) throw new Error(`No sign-in: ${status}`)
      await known.post('/api/auth/logout', {})
      // Waits for a new code period, because each code is valid once.
      clock.wait(60_000)
      return { login, id, key, recoveryCodes, known }
    },
  }
}
