import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type Accounts, type AuthEnv, currentSession } from '../auth/middleware.ts'
import { findUser } from '../auth/queries.ts'
import { originOf } from '../auth/session/session-request.ts'
import { limitBody } from '../http/body.ts'
import { AppError, NotFoundError } from '../http/errors.ts'
import { readerLocale } from '../http/locale.ts'
import { isLocale, type Locale, localised } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { stepUpAdminChanges } from '../pages/admin-changes.ts'
import { requireForm } from '../pages/parse-form.ts'
import { redirectTo } from '../pages/redirects.ts'
import { showPage } from '../pages/show-page.ts'
import { href, paths } from '../paths.ts'
import { fullPath } from '../shell/address.ts'
import { impersonate, invite, makeResetLink, stopImpersonating } from './access.ts'
import { InvitePage, LinkPage, type LinkPageProps } from './access-pages.tsx'
import { actRequest, type UsersDeps } from './act.ts'

const invitationSchema = z.object({
  login: z.string().max(200),
  name: z.string().max(200).default(''),
  role: z.enum(['user', 'admin']),
  locale: z.string().refine(isLocale),
})

export function accessRoutes(deps: UsersDeps) {
  const { shell, guards, db, cookies } = deps

  /** Shows a one-time link only in this response, so that no URL leads to the link again. */
  const showLink = (c: Context<AuthEnv>, page: Omit<LinkPageProps, 'address'>, token: string, locale: Locale) => {
    const address = `${shell.siteUrl}${localised(locale, paths.newPassword)}?${new URLSearchParams({ token })}`
    const title = translator(c.var.locale)('users.link.label')
    return showPage(c, deps, <LinkPage {...page} address={address} />, { title })
  }

  return new Hono<AuthEnv>()
    .get(paths.adminUsersInvitation, guards.admin, guards.stepUp, (c) => {
      const title = translator(c.var.locale)('users.invite.title')
      return showPage(c, deps, <InvitePage draft={{}} />, { title })
    })
    .post(paths.adminUsersInvitation, ...stepUpAdminChanges(guards), async (c) => {
      const draft = await requireForm(c, invitationSchema)
      const locale = isLocale(draft.locale) ? draft.locale : c.var.locale
      const outcome = await invite(deps, { ...actRequest(c), ...draft, locale })
      if (outcome.status !== 'invited') {
        const title = translator(c.var.locale)('users.invite.title')
        const status = outcome.status === 'taken' ? 409 : 422
        const page = <InvitePage draft={{ ...draft, locale }} problem={outcome} />
        return showPage(c, deps, page, { title, status })
      }
      const { id, token, expiresAt } = outcome
      return showLink(c, { user: { id, login: draft.login }, expiresAt, isInvitation: true }, token, locale)
    })
    .post(paths.adminUserPasswordLink, ...stepUpAdminChanges(guards), async (c) => {
      const id = c.req.param('id')
      const user = await findUser(db, id)
      const outcome = await makeResetLink(deps, { ...actRequest(c), userId: id })
      if (!user || outcome.status === 'missing') throw new NotFoundError(fullPath(c))
      if (outcome.status !== 'made') throw new AppError(409, refusalText(c, outcome.status))
      const isInvitation = user.passwordHash === null
      return showLink(c, { user, expiresAt: outcome.expiresAt, isInvitation }, outcome.token, user.locale)
    })
    .post(paths.adminUserImpersonation, ...stepUpAdminChanges(guards), async (c) => {
      const session = currentSession(c)
      const userAgent = c.req.header('user-agent') ?? ''
      const outcome = await impersonate(deps, { ...actRequest(c), userId: c.req.param('id'), session, userAgent })
      if (outcome.status === 'missing') throw new NotFoundError(fullPath(c))
      if (outcome.status !== 'started') throw new AppError(409, refusalText(c, outcome.status))
      cookies.write(c, 'sid', outcome.token)
      return redirectTo(c, paths.home)
    })
}

/**
 * Returns the route that ends impersonation. It is not below the administration, because an impersonated user is no
 * administrator.
 */
export function impersonationRoutes({ guards, auth, cookies, flashes }: Accounts & Pick<UsersDeps, 'flashes'>) {
  return new Hono<AuthEnv>().post(paths.impersonationEnd, guards.visitor, limitBody(), async (c) => {
    const { session } = c.var
    if (!session || session.impersonatorId === null) throw new NotFoundError(fullPath(c))
    await stopImpersonating({ auth }, { session, ...originOf(c) })
    cookies.remove(c, 'sid')
    flashes.leave(c, 'account.flashLookedOn')
    // Redirects to the page where the impersonation began; its guard asks the administrator to sign in.
    return redirectTo(c, href(paths.adminUser, { id: session.user.id }), readerLocale(c))
  })
}

function refusalText(c: Context<AuthEnv>, problem: 'self' | 'refused' | 'not-allowed'): string {
  return translator(c.var.locale)(`users.problems.${problem}`)
}
