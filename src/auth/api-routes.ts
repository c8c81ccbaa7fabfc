import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { AppError } from '../http/errors.ts'
import { type Locale, localised, splitLocale } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { signOut } from './account.ts'
import { commonPasswordsLike } from './common-passwords.ts'
import { deviceMark } from './device.ts'
import { type AuthEnv, type GuardDeps, readSession } from './middleware.ts'
import { safeNext } from './next-path.ts'
import type { Problem } from './problem-text.ts'
import { register } from './register.ts'
import { signIn } from './sign-in.ts'
import type { CurrentUser } from './user.ts'

const credentials = z.object({
  login: z.string().max(200),
  password: z.string().max(1000),
  totp: z.string().max(40).optional(),
  /** For forms: where to go afterwards */
  next: z.string().max(2000).optional(),
})
const newAccount = credentials.extend({ name: z.string().max(200).optional() })

/** Longest body of a sign-in, bytes */
const maxBody = 16 * 1024

/** The calls of accounts for programs, and for the browser's own scripts. */
export function authApiRoutes(deps: GuardDeps) {
  const { auth, cookies } = deps
  const afterSignIn = (c: Context<AuthEnv>, next: string | undefined) =>
    safeNext(next, auth.siteUrl) ?? localised(localeOf(c), paths.app)

  return new Hono<AuthEnv>()
    .use('/api/auth/*', readSession(deps))
    .use(
      '/api/auth/*',
      bodyLimit({
        maxSize: maxBody,
        onError: () => {
          throw new AppError(413, 'The request is too large.')
        },
      }),
    )
    .get(paths.authMe, (c) => c.json({ user: c.var.session ? publicUser(c.var.session.user) : null }))
    .post(paths.authLogin, async (c) => {
      const fields = await readFields(c, credentials)
      const outcome = await signIn(auth, {
        ...visitorOf(c),
        login: fields.login,
        password: fields.password,
        code: fields.totp,
        deviceMark: cookies.read(c, 'device'),
      })
      const refuse = refusal(c, paths.login, fields.next)
      switch (outcome.status) {
        case 'signed-in':
          cookies.write(c, 'sid', outcome.token)
          cookies.write(c, 'device', deviceMark(auth.secret, outcome.user.id))
          if (isForm(c)) return c.redirect(afterSignIn(c, fields.next), 303)
          return c.json({ user: publicUser({ ...outcome.user, hasSecondFactor: outcome.user.totpSecret !== null }) })
        case 'code-wanted':
          if (isForm(c)) cookies.write(c, 'pending', outcome.pending)
          return refuse(401, 'A code is wanted', {
            detail: 'This account has a second factor: send its code as "totp".',
          })
        case 'wrong':
          return refuse(401, 'Wrong login or password', { problem: 'wrong' })
        case 'wrong-code':
          return refuse(401, 'Wrong code', { problem: 'code' })
        case 'banned':
          return refuse(403, 'This account is banned', { detail: outcome.reason ?? undefined, problem: 'banned' })
        default:
          return tooMany(c, refuse, outcome.status === 'slow-down' ? outcome.waitMs : 1000)
      }
    })
    .post(paths.authRegister, async (c) => {
      const fields = await readFields(c, newAccount)
      const outcome = await register(auth, { ...visitorOf(c), ...fields, locale: localeOf(c) })
      const refuse = refusal(c, paths.register, fields.next)
      switch (outcome.status) {
        case 'signed-in':
          cookies.write(c, 'sid', outcome.token)
          cookies.write(c, 'device', deviceMark(auth.secret, outcome.user.id))
          if (isForm(c)) return c.redirect(afterSignIn(c, fields.next), 303)
          return c.json({ user: publicUser({ ...outcome.user, hasSecondFactor: false }) }, 201)
        case 'closed':
          return refuse(403, 'Registration is closed')
        case 'taken':
          return refuse(409, 'This login is taken', { problem: 'taken' })
        case 'bad-login':
          return refuse(422, 'This is no login', {
            detail: 'Use 3 to 40 letters, digits, dots, dashes or underscores.',
            problem: 'login',
          })
        case 'bad-password': {
          const problem = outcome.fault === 'login' ? 'own' : outcome.fault
          return refuse(422, 'Choose another password', { detail: outcome.fault, problem })
        }
        default:
          return tooMany(c, refuse, outcome.status === 'slow-down' ? outcome.waitMs : 1000)
      }
    })
    .get(paths.commonPasswords, async (c) => {
      const rest = await commonPasswordsLike(c.req.param('prefix'))
      return rest ? c.text(rest.join('\n')) : problem(c, 404, 'Expected three hexadecimal digits')
    })
    .post(paths.authLogout, async (c) => {
      const { session } = c.var
      if (session) await signOut(auth, session, { address: c.var.address, requestId: c.var.requestId })
      cookies.remove(c, 'sid')
      c.header('clear-site-data', '"cache", "storage"')
      if (!isForm(c)) return c.body(null, 204)
      const fields = await c.req.parseBody()
      const next = typeof fields.next === 'string' ? safeNext(fields.next, auth.siteUrl) : undefined
      return c.redirect(next ?? localised(localeOf(c), paths.home), 303)
    })
}

/** What a user's own browser may know of them. */
export function publicUser({ id, login, name, role, locale }: Omit<CurrentUser, 'accent'>) {
  return { id, login, name, role, locale }
}

export function visitorOf(c: Context<AuthEnv>) {
  const { address, requestId, session } = c.var
  return { address, requestId, userAgent: c.req.header('user-agent') ?? '', replaces: session?.id }
}

function isForm(c: Context): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(c.req.header('content-type') ?? '')
}

/** The fields of a form or of JSON. */
async function readFields<Fields extends z.ZodType>(c: Context, schema: Fields): Promise<z.infer<Fields>> {
  const body: unknown = isForm(c) ? await c.req.parseBody() : await c.req.json().catch(() => undefined)
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const names = parsed.error.issues.map(({ path }) => path.join('.') || 'the body').join(', ')
  throw new AppError(400, `These fields are missing or not text: ${names}.`)
}

type FailureStatus = 401 | 403 | 404 | 409 | 422 | 429 | 503

interface Failure {
  detail?: string | undefined
  /** What the form's page says */
  problem?: Problem
}

/** Tells programs what failed, and sends people back to the form, which says so. */
function refusal(c: Context<AuthEnv>, page: string, next: string | undefined) {
  return (status: FailureStatus, title: string, { detail, problem: name }: Failure = {}) => {
    if (!isForm(c)) return problem(c, status, title, detail)
    const query = new URLSearchParams({ ...(name && { problem: name }), ...(next && { next }) }).toString()
    return c.redirect(localised(localeOf(c), page) + (query && `?${query}`), 303)
  }
}

function problem(c: Context, status: FailureStatus, title: string, detail?: string) {
  const body = { type: 'about:blank', title, status, detail, instance: c.req.path }
  return c.json(body, status, { 'content-type': 'application/problem+json' })
}

function tooMany(c: Context, refuse: ReturnType<typeof refusal>, waitMs: number) {
  c.header('retry-after', String(Math.ceil(waitMs / 1000)))
  return refuse(429, 'Too many tries', { detail: 'Wait a little and try again.', problem: 'busy' })
}

/** These addresses are the same in every language: the page that a form stands on tells which one is read. */
function localeOf(c: Context<AuthEnv>): Locale {
  return splitLocale(URL.parse(c.req.header('referer') ?? '')?.pathname ?? '/').locale
}
