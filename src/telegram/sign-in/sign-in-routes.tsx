import { createHmac } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { completeSignIn, nextOf } from '../../account/complete-sign-in.ts'
import { openFor, sealFor } from '../../account/sealed.ts'
import { showAccount } from '../../account/show-account.ts'
import type { AuthEnv } from '../../auth/middleware.ts'
import type { Problem } from '../../auth/problem-text.ts'
import type { UserRow } from '../../auth/queries.ts'
import { isSame } from '../../auth/secrets/token.ts'
import { sessionRequestOf } from '../../auth/session/session-request.ts'
import { signInVerified } from '../../auth/sign-in/sign-in.ts'
import { limitBody } from '../../http/body.ts'
import { NotFoundError } from '../../http/errors.ts'
import { allowFraming } from '../../http/security.ts'
import { type Locale, locales, localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { networkOf } from '../../limits/rate-limit.ts'
import { requireForm, textField } from '../../pages/parse-form.ts'
import { paths } from '../../paths.ts'
import type { TelegramDeps } from '../telegram-deps.ts'
import { AppPage } from './app-page.tsx'
import { oidcState } from './oidc-state.ts'
import { consumeProof, findUserOfChat } from './sign-in-queries.ts'
import { telegramWeb } from './telegram-web.ts'

export type InitData =
  | { status: 'valid'; chatId: number; hash: string; expiresAt: number }
  /** The data was changed, signed by another bot, or is malformed */
  | { status: 'forged' }
  /** The data is older than five minutes, or from the future */
  | { status: 'stale' }

const livesMs = 5 * 60_000
/** Max difference between the clocks of Telegram and this server, ms */
const skewMs = 60_000

const user = z.object({ id: z.int().positive() })

/**
 * Checks the data that a Mini App is opened with. All fields except `hash` are signed, including the signature for
 * third parties. A repeated field is refused, because two readers might take different values.
 * Source: https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
 */
export function checkInitData(token: string, data: string, now: number): InitData {
  const fields = [...new URLSearchParams(data)]
  const { hash = '', auth_date = '', user: person = '' } = Object.fromEntries(fields)
  if (new Set(fields.map(([name]) => name)).size < fields.length) return { status: 'forged' }
  const signed = fields.filter(([name]) => name !== 'hash').map(([name, value]) => `${name}=${value}`)
  const key = createHmac('sha256', 'WebAppData').update(token).digest()
  const expected = createHmac('sha256', key).update(signed.sort().join('\n')).digest()
  if (!/^[0-9a-f]{64}$/.test(hash) || !isSame(Buffer.from(hash, 'hex'), expected)) return { status: 'forged' }
  const at = Number(auth_date) * 1000
  if (!(at > now - livesMs && at < now + skewMs)) return { status: 'stale' }
  const parsed = user.safeParse(readJson(person))
  if (!parsed.success) return { status: 'forged' }
  return { status: 'valid', chatId: parsed.data.id, hash, expiresAt: at + livesMs }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The text is signed, but is not valid JSON, so it names no person.
    return undefined
  }
}

const appForm = z.object({ data: textField })
/** State of a sign-in. All languages have the same URL to return to, so the state contains the language as well. */
const keptState = oidcState.extend({ next: z.string().optional(), locale: z.enum(locales) })
/** Owner in the seal of the state: no particular user, because the returning person is not known yet. */
const owner = 'telegram-sign-in'

/** Page and language to return to after the sign-in */
interface Return {
  next: string | undefined
  locale: Locale
}

/** Routes of the sign-in with Telegram; works only for linked accounts, with their second factor. */
export function telegramSignInRoutes(deps: TelegramDeps) {
  const { auth, cookies, db, guards, telegram } = deps
  const oidcOf = (c: Context<AuthEnv>) => {
    if (!telegram?.oidc) throw new NotFoundError(c.req.path)
    return telegram.oidc
  }
  const isTooFast = (c: Context<AuthEnv>) => auth.limits.network.take(networkOf(c.var.address), auth.now()) > 0
  const refuse = (c: Context<AuthEnv>, problem: Problem, locale = c.var.locale) =>
    c.redirect(`${localised(locale, paths.login)}?problem=${problem}`, 303)

  const finish = async (c: Context<AuthEnv>, user: UserRow | undefined, { next, locale }: Return) => {
    if (!user) return refuse(c, 'telegram-unlinked', locale)
    const outcome = await signInVerified(auth, user, { ...sessionRequestOf(c), by: 'telegram' })
    if (outcome.status === 'banned') return refuse(c, 'banned', locale)
    if (outcome.status === 'signed-in') return completeSignIn(c, deps, outcome, next ?? localised(locale, paths.app))
    cookies.write(c, 'pending', outcome.pending)
    return c.redirect(localised(locale, paths.login) + (next ? `?next=${encodeURIComponent(next)}` : ''), 303)
  }

  return new Hono<AuthEnv>()
    .get(paths.telegramSignIn, guards.guest, async (c) => {
      const oidc = oidcOf(c)
      if (isTooFast(c)) return refuse(c, 'telegram-slow')
      const flow = await oidc.begin()
      if (!flow) return refuse(c, 'telegram-unreachable')
      const kept = { ...flow.pending, next: nextOf(c, deps), locale: c.var.locale }
      cookies.write(c, 'oidc', sealFor(auth.seal, owner, JSON.stringify(kept)))
      return c.redirect(flow.url, 303)
    })
    .get(paths.telegramSignedIn, guards.guest, async (c) => {
      const oidc = oidcOf(c)
      const opened = openFor(auth.seal, owner, cookies.read(c, 'oidc'))
      cookies.remove(c, 'oidc')
      if (isTooFast(c)) return refuse(c, 'telegram-slow')
      if (opened === undefined) return refuse(c, 'telegram-failed')
      const { next, locale, ...kept } = keptState.parse(JSON.parse(opened))
      const outcome = await oidc.finish(new URL(c.req.url), kept)
      if (outcome.status === 'known') return finish(c, await findUserOfChat(db, outcome.chatId), { next, locale })
      c.var.log.warn('Telegram sign-in failed', { ...outcome })
      return refuse(c, outcome.status === 'refused' ? 'telegram-failed' : 'telegram-unreachable', locale)
    })
    .get(paths.telegramApp, guards.guest, allowFraming(telegramWeb), (c) => {
      if (!telegram) throw new NotFoundError(c.req.path)
      const title = translator(c.var.locale)('telegramAccount.signInTitle')
      return showAccount(c, deps, <AppPage />, { title })
    })
    .post(paths.telegramApp, guards.guest, limitBody(), async (c) => {
      if (!telegram) throw new NotFoundError(c.req.path)
      const { data } = await requireForm(c, appForm)
      if (isTooFast(c)) return refuse(c, 'telegram-slow')
      const now = auth.now()
      const checked = checkInitData(telegram.token, data, now)
      if (checked.status !== 'valid') return refuse(c, 'telegram-failed')
      const { chatId, hash, expiresAt } = checked
      const user = await findUserOfChat(db, chatId)
      const isUnused = !user || (await consumeProof(db, { userId: user.id, hash, now, expiresAt }))
      return isUnused ? finish(c, user, { next: undefined, locale: c.var.locale }) : refuse(c, 'telegram-failed')
    })
}
