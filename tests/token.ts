import { type CreatedToken, createToken } from '../src/auth/api-token/api-tokens.ts'
import type { Scope } from '../src/auth/scopes.ts'
import { openSessions } from '../src/auth/session/session.ts'
import type { SignedIn } from './signed-in.ts'
import type { TestSite } from './site.ts'

type Place = Pick<TestSite, 'appDb' | 'events'>

interface TokenWishes {
  scopes?: readonly Scope[]
  name?: string
  /** Current time, ms UTC */
  now?: number
  forMs?: number
}

/** Creates an API token for a signed-in user, as the form does. */
export async function askForToken(
  { appDb, events }: Place,
  person: SignedIn,
  { scopes = [], name = 'A test', now = Date.now(), forMs = 86_400_000 }: TokenWishes = {},
): Promise<CreatedToken> {
  const session = await openSessions({ db: appDb, events, log: console }).check(person.token, now)
  if (!session) throw new Error('The session is over')
  const origin = { address: '10.0.0.1', requestId: 'a-test' }
  return createToken({ db: appDb, now: () => now, secret: 'a test' }, session, {
    ...origin,
    name,
    scopes,
    expiresAt: now + forMs,
  })
}

/** Creates an API token. @returns its text */
export async function tokenOf(place: Place, person: SignedIn, wishes?: TokenWishes): Promise<string> {
  const made = await askForToken(place, person, wishes)
  if (made.status !== 'made') throw new Error('There are too many tokens')
  return made.text
}
