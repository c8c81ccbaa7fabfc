import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { AppError } from '../http/errors.ts'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { signOut } from './account.ts'
import { deviceMark } from './device.ts'
import { type AuthEnv, type GuardDeps, readSession } from './middleware.ts'
import { safeNext } from './next-path.ts'
import { register } from './register.ts'
import { signIn } from './sign-in.ts'
import type { CurrentUser } from './user.ts'

const credentials = z.object({
  login: z.string().max(200),
  password: z.string().max(1000),
  totp: z.string().max(40).optional(),
})
const newAccount = credentials.extend({ name: z.string().max(200).optional() })

/** Longest body of a sign-in, bytes */
const maxBody = 16 * 1024

/** The calls of accounts for programs, and for the browser's own scripts. */
export function authApiRoutes(deps: GuardDeps) {
  const { auth, cookies } = deps
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
      const { login, password, totp } = await readFields(c, credentials)
      const outcome = await signIn(auth, {
        ...visitorOf(c),
        login,
        password,
        code: totp,
        deviceMark: cookies.read(c, 'device'),
      })
      switch (outcome.status) {
        case 'signed-in':
          cookies.write(c, 'sid', outcome.token)
          cookies.write(c, 'device', deviceMark(auth.secret, outcome.user.id))
          return c.json({ user: publicUser({ ...outcome.user, hasSecondFactor: outcome.user.totpSecret !== null }) })
        case 'code-wanted':
          return problem(c, 401, 'A code is wanted', 'This account has a second factor: send its code as "totp".')
        case 'wrong':
          return problem(c, 401, 'Wrong login or password')
        case 'wrong-code':
          return problem(c, 401, 'Wrong code')
        case 'banned':
          return problem(c, 403, 'This account is banned', outcome.reason ?? undefined)
        default:
          return tooMany(c, outcome.status === 'slow-down' ? outcome.waitMs : 1000)
      }
    })
    .post(paths.authRegister, async (c) => {
      const fields = await readFields(c, newAccount)
      const outcome = await register(auth, { ...visitorOf(c), ...fields, locale: c.var.locale })
      switch (outcome.status) {
        case 'signed-in':
          cookies.write(c, 'sid', outcome.token)
          return c.json({ user: publicUser({ ...outcome.user, hasSecondFactor: false }) }, 201)
        case 'closed':
          return problem(c, 403, 'Registration is closed')
        case 'taken':
          return problem(c, 409, 'This login is taken')
        case 'bad-login':
          return problem(c, 422, 'This is no login', 'Use 3 to 40 letters, digits, dots, dashes or underscores.')
        case 'bad-password':
          return problem(c, 422, 'Choose another password', outcome.fault)
        default:
          return tooMany(c, outcome.status === 'slow-down' ? outcome.waitMs : 1000)
      }
    })
    .post(paths.authLogout, async (c) => {
      const { session } = c.var
      if (session) await signOut(auth, session, { address: c.var.address, requestId: c.var.requestId })
      cookies.remove(c, 'sid')
      c.header('clear-site-data', '"cache", "storage"')
      if (!isForm(c)) return c.body(null, 204)
      const fields = await c.req.parseBody()
      const next = typeof fields.next === 'string' ? safeNext(fields.next, auth.siteUrl) : undefined
      return c.redirect(next ?? localised(c.var.locale, paths.home), 303)
    })
}

/** What a user's own browser may know of them. */
export function publicUser({ id, login, name, role, locale }: Omit<CurrentUser, 'accent'>) {
  return { id, login, name, role, locale }
}

export function visitorOf(c: Context<AuthEnv>) {
  const { address, requestId } = c.var
  return { address, requestId, userAgent: c.req.header('user-agent') ?? '' }
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

function problem(c: Context, status: 401 | 403 | 409 | 422 | 429 | 503, title: string, detail?: string) {
  const body = { type: 'about:blank', title, status, detail, instance: c.req.path }
  return c.json(body, status, { 'content-type': 'application/problem+json' })
}

function tooMany(c: Context, waitMs: number) {
  c.header('retry-after', String(Math.ceil(waitMs / 1000)))
  return problem(c, 429, 'Too many tries', 'Wait a little and try again.')
}
