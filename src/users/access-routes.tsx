import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type AuthEnv, readSession, requireFresh } from '../auth/middleware.ts'
import { findUser } from '../auth/queries.ts'
import { AppError, NotFoundError } from '../http/errors.ts'
import { isLocale, type Locale, localised } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { href, paths } from '../paths.ts'
import { fullPath } from '../site/page-context.ts'
import { impersonate, invite, makeResetLink, stopImpersonating } from './access.ts'
import type { UsersDeps } from './admin-deps.ts'
import { actOf, readForm, renderAdmin, sessionOf } from './admin-routes.tsx'
import { InvitePage } from './invite-page.tsx'
import { LinkPage, type LinkPageProps } from './link-page.tsx'

const invitationSchema = z.object({
  login: z.string().max(200),
  name: z.string().max(100).default(''),
  role: z.enum(['user', 'admin']),
  locale: z.string().refine(isLocale),
})

/** Ways into accounts: invitations, links for new passwords, looking at the site as somebody else. */
export function accessRoutes({ site, guards, counter }: UsersDeps) {
  const { auth, cookies } = guards
  const deps = { auth, counter }

  /** A link is shown in the answer itself and nowhere else, so that no address leads to it again. */
  const showLink = (c: Context<AuthEnv>, page: Omit<LinkPageProps, 'address'>, token: string, locale: Locale) => {
    const address = `${site.siteUrl}${localised(locale, paths.newPassword)}?${new URLSearchParams({ token })}`
    const title = translator(c.var.locale)('users.link.label')
    return renderAdmin(c, site, <LinkPage {...page} address={address} />, { title })
  }

  return new Hono<AuthEnv>()
    .get(paths.adminUsersInvitation, requireFresh(guards), (c) => {
      const title = translator(c.var.locale)('users.invite.title')
      return renderAdmin(c, site, <InvitePage draft={{}} />, { title })
    })
    .post(paths.adminUsersInvitation, requireFresh(guards), async (c) => {
      const draft = await readForm(c, invitationSchema)
      const locale = isLocale(draft.locale) ? draft.locale : c.var.locale
      const outcome = await invite(deps, { ...actOf(c), ...draft, locale })
      if (outcome.status !== 'invited') {
        const title = translator(c.var.locale)('users.invite.title')
        const status = outcome.status === 'taken' ? 409 : 422
        const page = <InvitePage draft={{ ...draft, locale }} problem={outcome.status} />
        return renderAdmin(c, site, page, { title, status })
      }
      const { id, token, expiresAt } = outcome
      return showLink(c, { user: { id, login: draft.login }, expiresAt, isInvitation: true }, token, locale)
    })
    .post(paths.adminUserPasswordLink, requireFresh(guards), async (c) => {
      const id = c.req.param('id')
      const user = await findUser(auth.db, id)
      const outcome = await makeResetLink(deps, { ...actOf(c), userId: id })
      if (!user || outcome.status === 'missing') throw new NotFoundError(fullPath(c))
      if (outcome.status !== 'made') throw new AppError(409, refusalText(c, outcome.status))
      const isInvitation = user.passwordHash === null
      return showLink(c, { user, expiresAt: outcome.expiresAt, isInvitation }, outcome.token, user.locale)
    })
    .post(paths.adminUserImpersonation, requireFresh(guards), async (c) => {
      const session = sessionOf(c)
      const userAgent = c.req.header('user-agent') ?? ''
      const outcome = await impersonate(deps, { ...actOf(c), userId: c.req.param('id'), session, userAgent })
      if (outcome.status === 'missing') throw new NotFoundError(fullPath(c))
      if (outcome.status !== 'started') throw new AppError(409, refusalText(c, outcome.status))
      cookies.write(c, 'sid', outcome.token)
      return c.redirect(localised(c.var.locale, paths.home), 303)
    })
}

/** The way back from looking at the site as somebody else; no page of the administration, for the user is no administrator. */
export function impersonationRoutes({ guards }: UsersDeps) {
  const { auth, cookies } = guards
  return new Hono<AuthEnv>()
    .use(paths.impersonationEnd, readSession(guards))
    .post(paths.impersonationEnd, async (c) => {
      const { session, address, requestId } = c.var
      if (!session || session.impersonatorId === null) throw new NotFoundError(fullPath(c))
      await stopImpersonating({ auth }, { session, address, requestId })
      cookies.remove(c, 'sid')
      // Where they came from; the guard there asks them to sign in.
      return c.redirect(localised(c.var.locale, href(paths.adminUser, { id: session.user.id })), 303)
    })
}

function refusalText(c: Context<AuthEnv>, problem: 'self' | 'refused' | 'not-allowed'): string {
  return translator(c.var.locale)(`users.problems.${problem}`)
}
