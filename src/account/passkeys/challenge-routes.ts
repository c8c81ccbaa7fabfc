import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type AuthEnv, currentAccount, currentSession } from '../../auth/middleware.ts'
import { type ChallengeScope, creationOptions, newChallenge, requestOptions } from '../../auth/passkey/challenge.ts'
import { listPasskeys } from '../../auth/passkey/passkey-queries.ts'
import { findPendingUser, hashOfPending } from '../../auth/passkey/sign-in-by-passkey.ts'
import { randomToken } from '../../auth/secrets/token.ts'
import { limitBody, parseBody } from '../../http/body.ts'
import type { Cookies } from '../../http/cookies.ts'
import { limitRate } from '../../http/limit-rate.ts'
import { problem } from '../../http/problem.ts'
import { described, documented, type OperationDescription } from '../../openapi/operation.ts'
import { ownChanges } from '../../pages/own-changes.ts'
import { paths } from '../../paths.ts'
import type { AccountDeps } from '../account-deps.ts'

const strangersUse = z.object({ use: z.enum(['sign-in', 'second-step']) })

/** Per network: each sign-in page requests one, and again every four minutes */
const challengesLimit = { burst: 300, everyMs: 100 }

const challengeSchema = z.object({
  token: z.string().meta(described('api.fields.challengeToken')),
  publicKey: z.record(z.string(), z.unknown()).meta(described('api.fields.publicKey')),
})

const askForPasskeyChallenge: OperationDescription = {
  id: 'askForPasskeyChallenge',
  section: 'account',
  summary: 'api.operations.askForPasskeyChallenge',
  body: { schema: strangersUse, example: { use: 'sign-in' }, isForm: true },
  answer: { status: 200, schema: challengeSchema },
  refusals: [400, 401],
}

const ownUse = z.object({ use: z.enum(['confirm', 'add']) })

/** Routes that issue passkey challenges: random, signed by the server and not stored. */
export function challengeRoutes(deps: AccountDeps) {
  const { auth, cookies, guards } = deps
  const challengeOf = (c: Context<AuthEnv>, given: Omit<ChallengeScope, 'browser'>) =>
    newChallenge(auth.secret, { ...given, browser: browserOf(c, cookies) }, auth.now())

  const asking = limitRate(guards.visitor, { ...challengesLimit, now: auth.now })
  return new Hono<AuthEnv>()
    .post(paths.passkeyChallenge, documented(asking, askForPasskeyChallenge), limitBody(), async (c) => {
      const { use } = await parseBody(c, strangersUse)
      if (use === 'sign-in') {
        const challenge = challengeOf(c, { use, subject: '' })
        return c.json({ token: challenge.token, publicKey: requestOptions(auth, challenge) })
      }
      const pending = cookies.read(c, 'pending') ?? ''
      const user = await findPendingUser(auth, pending)
      if (!user) return problem(c, 401, 'Sign in with your password first')
      const challenge = challengeOf(c, { use, subject: hashOfPending(pending) })
      const allowed = await listPasskeys(auth.db, user.id)
      return c.json({ token: challenge.token, publicKey: requestOptions(auth, challenge, allowed) })
    })
    .post(paths.ownPasskeyChallenge, ...ownChanges(guards), async (c) => {
      const { use } = await parseBody(c, ownUse)
      const user = await currentAccount(c, auth.db)
      const known = await listPasskeys(auth.db, user.id)
      const challenge = challengeOf(c, { use, subject: currentSession(c).id })
      const publicKey =
        use === 'add' ? creationOptions(auth, challenge, user, known) : requestOptions(auth, challenge, known)
      return c.json({ token: challenge.token, publicKey })
    })
}

/**
 * Returns the ID of this browser, to which challenges are bound. All tabs of the browser share the ID, so no tab
 * invalidates another tab's challenge.
 */
function browserOf(c: Context, cookies: Cookies): string {
  const known = cookies.read(c, 'passkey')
  const browser = known && /^[\w-]{22}$/.test(known) ? known : randomToken(16)
  cookies.write(c, 'passkey', browser)
  return browser
}
