import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { isForm, limitBody, parseBody, readForm } from '../http/body.ts'
import { problem } from '../http/problem.ts'
import { type Locale, locales, localised, splitLocale } from '../i18n/locales.ts'
import { described, documented, type OperationDescription } from '../openapi/operation.ts'
import { paths } from '../paths.ts'
import { signOut } from './account/account.ts'
import { register } from './account/register.ts'
import { ownTokens } from './api-token/api-tokens.ts'
import { type Accounts, type AuthEnv, currentUser } from './middleware.ts'
import { safeNext } from './next-path.ts'
import { commonPasswordsLike } from './password/password-rules.ts'
import type { Problem } from './problem-text.ts'
import { scopes } from './scopes.ts'
import { originOf, sessionRequestOf } from './session/session-request.ts'
import type { SignedIn } from './session/start-session.ts'
import { signIn } from './sign-in/sign-in.ts'
import type { ProofOfWork } from './tries/work.ts'
import type { CurrentUser } from './user.ts'

/** Every page calls it, so this is the highest limit of the API. */
const whoLimit = { burst: 6000, everyMs: 10 }
const tokensLimit = { burst: 300, everyMs: 25 }

const credentials = z.object({
  login: z.string().max(200),
  password: z.string().max(1000),
  totp: z.string().max(40).optional().meta(described('api.fields.totp')),
  /** The challenge of a 429 answer and the nonce found for it, separated by a colon */
  work: z.string().max(200).optional().meta(described('api.fields.work')),
  next: z.string().max(2000).optional().meta(described('api.fields.next')),
})
const newAccount = credentials.extend({ name: z.string().max(200).optional() })

const user = z.object({
  id: z.string(),
  login: z.string(),
  name: z.string(),
  role: z.enum(['user', 'admin']),
  locale: z.enum(locales),
})
const meSchema = z.object({
  user: user.nullable(),
  isImpersonated: z.literal(true).optional().meta(described('api.fields.isImpersonated')),
})
const signedInSchema = z.object({ user })

const time = z.int().meta(described('api.fields.time'))
const tokensSchema = z.object({
  tokens: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      scopes: z.array(z.enum(scopes)),
      createdAt: time,
      expiresAt: time,
      usedAt: time.nullable().meta(described('api.fields.usedAt')),
      isThis: z.boolean().meta(described('api.fields.isThis')),
    }),
  ),
})

const example = { login: 'anna', password: 'a long river 7' }

const operations = {
  whoAmI: {
    id: 'whoAmI',
    section: 'account',
    summary: 'api.operations.whoAmI',
    answer: { status: 200, schema: meSchema },
  },
  listTokens: {
    id: 'listTokens',
    section: 'account',
    summary: 'api.operations.listTokens',
    answer: { status: 200, schema: tokensSchema },
  },
  signIn: {
    id: 'signIn',
    section: 'account',
    summary: 'api.operations.signIn',
    body: { schema: credentials, example, isForm: true },
    answer: { status: 200, schema: signedInSchema },
    refusals: [400, 401, 429],
  },
  register: {
    id: 'register',
    section: 'account',
    summary: 'api.operations.register',
    body: { schema: newAccount, example: { ...example, name: 'Anna' }, isForm: true },
    answer: { status: 201, schema: signedInSchema },
    refusals: [400, 409, 422, 429],
  },
  signOut: {
    id: 'signOut',
    section: 'account',
    summary: 'api.operations.signOut',
    answer: { status: 204, type: 'none' },
  },
  listCommonPasswords: {
    id: 'listCommonPasswords',
    section: 'account',
    summary: 'api.operations.listCommonPasswords',
    params: { prefix: z.string().regex(/^[0-9a-f]{3}$/) },
    answer: { status: 200, type: 'text/plain' },
    refusals: [404],
  },
} satisfies Record<string, OperationDescription>

export function authApiRoutes(accounts: Accounts) {
  const { visitor, auth, call } = accounts.guards
  return new Hono<AuthEnv>()
    .get(paths.authMe, documented(call('account:read', visitor, whoLimit), operations.whoAmI), (c) => c.json(whoIs(c)))
    .get(paths.authTokens, documented(call('account:read', auth, tokensLimit), operations.listTokens), async (c) => {
      const tokens = await ownTokens(accounts.auth, currentUser(c).id)
      return c.json({ tokens: tokens.map((token) => ({ ...token, isThis: token.id === c.var.tokenCaller?.id })) })
    })
    .post(paths.authLogin, documented(visitor, operations.signIn), limitBody(), (c) => answerLogin(c, accounts))
    .post(paths.authRegister, documented(visitor, operations.register), limitBody(), (c) =>
      answerRegistration(c, accounts),
    )
    .post(paths.authLogout, documented(visitor, operations.signOut), limitBody(), (c) => answerLogout(c, accounts))
    .get(paths.commonPasswords, documented(visitor, operations.listCommonPasswords), async (c) => {
      const rest = await commonPasswordsLike(c.req.param('prefix'))
      return rest ? c.text(rest.join('\n')) : problem(c, 404, 'Expected three hexadecimal digits')
    })
}

const lettersDetail = 'Use visible letters, with each word in a single alphabet.'

async function answerLogin(c: Context<AuthEnv>, accounts: Accounts) {
  const { auth, cookies } = accounts
  const fields = await parseBody(c, credentials)
  const outcome = await signIn(auth, {
    ...sessionRequestOf(c),
    login: fields.login,
    password: fields.password,
    code: fields.totp,
    work: fields.work,
  })
  const refuse = refusal(c, paths.login, fields.next)
  switch (outcome.status) {
    case 'signed-in':
      return answerSignedIn(c, accounts, outcome, fields.next, 200)
    case 'code-wanted':
      if (isForm(c)) cookies.write(c, 'pending', outcome.pending)
      return refuse(401, 'Second factor code required', {
        detail: 'This account has a second factor: send its code as "totp".',
      })
    case 'wrong':
      return refuse(401, 'Wrong login or password', { problem: 'wrong' })
    case 'wrong-code':
      return refuse(401, 'Wrong code', { problem: 'code' })
    case 'banned':
      return refuse(403, 'This account is banned', { detail: outcome.reason ?? undefined, problem: 'banned' })
    default:
      return outcome.status === 'busy' ? tooMany(c, refuse, 1000) : tooMany(c, refuse, outcome.waitMs, outcome.work)
  }
}

async function answerRegistration(c: Context<AuthEnv>, accounts: Accounts) {
  const fields = await parseBody(c, newAccount)
  const outcome = await register(accounts.auth, { ...sessionRequestOf(c), ...fields, locale: localeOf(c) })
  const refuse = refusal(c, paths.register, fields.next)
  switch (outcome.status) {
    case 'signed-in':
      return answerSignedIn(c, accounts, outcome, fields.next, 201)
    case 'closed':
      return refuse(403, 'Registration is closed')
    case 'taken':
      return refuse(409, 'This login is taken', { problem: 'taken' })
    case 'bad-login': {
      const isShape = outcome.fault === 'shape'
      const detail = isShape ? 'Use 3 to 40 letters, digits, dots, dashes or underscores.' : lettersDetail
      return refuse(422, 'Invalid login', { detail, problem: isShape ? 'login' : 'letters' })
    }
    case 'bad-name': {
      const isLong = outcome.fault === 'length'
      const detail = isLong ? 'Use 1 to 80 characters.' : lettersDetail
      return refuse(422, 'Invalid name', { detail, problem: isLong ? 'name-length' : 'name' })
    }
    case 'bad-password': {
      const problem = outcome.fault === 'login' ? 'own' : outcome.fault
      return refuse(422, 'Choose another password', { detail: outcome.fault, problem })
    }
    default:
      return tooMany(c, refuse, outcome.status === 'slow-down' ? outcome.waitMs : 1000)
  }
}

async function answerLogout(c: Context<AuthEnv>, { auth, cookies }: Accounts) {
  const { session } = c.var
  // Removes the cookie first, so that the browser is signed out even if the database cannot be written.
  cookies.remove(c, 'sid')
  cookies.remove(c, 'flash')
  // Clears only the cache, because the user's choices for this browser stay: color mode, offline docs.
  // `account-things.ts` clears account data.
  c.header('clear-site-data', '"cache"')
  if (session) await signOut(auth, session, originOf(c))
  if (!isForm(c)) return c.body(null, 204)
  const fields = await readForm(c)
  const next = typeof fields.next === 'string' ? safeNext(fields.next, auth.siteUrl) : undefined
  return c.redirect(next ?? localised(localeOf(c), paths.home), 303)
}

function answerSignedIn(
  c: Context<AuthEnv>,
  { auth, cookies }: Accounts,
  { token, user, device }: SignedIn,
  next: string | undefined,
  status: SuccessStatus,
) {
  // Messages in this browser may be for another user.
  cookies.remove(c, 'flash')
  cookies.write(c, 'sid', token)
  cookies.write(c, 'device', device.token)
  if (isForm(c)) return c.redirect(safeNext(next, auth.siteUrl) ?? localised(localeOf(c), paths.app), 303)
  return c.json({ user: publicUser(user) }, status)
}

/** Returns the current user, and marks an impersonated session. */
function whoIs({ var: { session, tokenCaller } }: Context<AuthEnv>) {
  if (tokenCaller) return { user: publicUser(tokenCaller.user) }
  if (!session) return { user: null }
  return { user: publicUser(session.user), ...(session.impersonatorId !== null && { isImpersonated: true }) }
}

function publicUser({ id, login, name, role, locale }: Pick<CurrentUser, 'id' | 'login' | 'name' | 'role' | 'locale'>) {
  return { id, login, name, role, locale }
}

type SuccessStatus = 200 | 201
type FailureStatus = 401 | 403 | 404 | 409 | 422 | 429 | 503

interface Failure {
  detail?: string | undefined
  problem?: Problem
  work?: ProofOfWork | undefined
}

/** Answers API clients with JSON and redirects forms back to their page. */
function refusal(c: Context<AuthEnv>, page: string, next: string | undefined) {
  return (status: FailureStatus, title: string, { detail, problem: name, work }: Failure = {}) => {
    if (!isForm(c)) return problem(c, status, title, { detail, work })
    const query = new URLSearchParams({ ...(name && { problem: name }), ...(next && { next }) }).toString()
    return c.redirect(localised(localeOf(c), page) + (query && `?${query}`), 303)
  }
}

function tooMany(c: Context, refuse: ReturnType<typeof refusal>, waitMs: number, work?: ProofOfWork) {
  const seconds = Math.ceil(waitMs / 1000)
  c.header('retry-after', String(seconds))
  return refuse(429, 'Too many attempts', { detail: `Wait ${seconds} s and try again.`, problem: 'busy', work })
}

/** Returns the locale of the referring page, because API paths have no locale. */
function localeOf(c: Context<AuthEnv>): Locale {
  return splitLocale(URL.parse(c.req.header('referer') ?? '')?.pathname ?? '/').locale
}
