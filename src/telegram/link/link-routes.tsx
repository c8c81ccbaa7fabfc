import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { AccountLayout } from '../../account/account-layout.tsx'
import { slowDownText } from '../../account/outcome-text.ts'
import { showAccount } from '../../account/show-account.ts'
import { type AuthEnv, currentAccount, currentSession, currentUser } from '../../auth/middleware.ts'
import { originOf } from '../../auth/session-request.ts'
import { renderPartial, wantsPartial } from '../../http/render.tsx'
import { translator } from '../../i18n/translate.ts'
import { createRateLimit } from '../../limits/rate-limit.ts'
import { FormProblem } from '../../pages/form-problem.tsx'
import { ownChanges } from '../../pages/own-changes.ts'
import { requireForm, textField } from '../../pages/parse-form.ts'
import { redirectTo } from '../../pages/redirects.ts'
import type { PageStatus } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import type { TelegramDeps } from '../telegram-deps.ts'
import { findLinkedChat, setNotifications } from './link-queries.ts'
import { LinkRegion } from './link-region.tsx'
import { readLinkView } from './link-view.ts'
import { confirmOnSite, createOffer, withdrawOffer } from './offer.ts'
import { unlinkOnSite } from './unlink.ts'

const wishesForm = z.object({ wantsAlerts: textField, wantsReports: textField })

/** Links an account with a chat. Starting requires step-up authentication, because the chat can sign in afterwards. */
export function linkRoutes(deps: TelegramDeps) {
  const { auth, db, flashes, guards, now } = deps
  const changes = ownChanges(guards)
  const offers = { db, secret: auth.secret, now }
  // Each request adds a line to the audit log, or a message to the chat.
  const limit = createRateLimit({ burst: 20, everyMs: 60_000 })

  const show = async (c: Context<AuthEnv>, problem?: string, status?: PageStatus) => {
    const view = await readLinkView({ ...offers, telegram: deps.telegram }, currentSession(c))
    if (wantsPartial(c) && c.req.method === 'GET') return renderPartial(c, <LinkRegion view={view} />)
    const t = translator(c.var.locale)
    const title = t('telegramAccount.title')
    const flash = flashes.take(c)
    const page = (
      <AccountLayout part={paths.accountTelegram} title={title} lead={t('telegramAccount.lead')} flash={flash}>
        <FormProblem text={problem} />
        <LinkRegion view={view} />
      </AccountLayout>
    )
    return showAccount(c, deps, page, { title, status })
  }
  const back = (c: Context<AuthEnv>) => redirectTo(c, paths.accountTelegram)

  return new Hono<AuthEnv>()
    .get(paths.accountTelegram, guards.auth, (c) => show(c))
    .post(paths.accountTelegram, ...changes, guards.stepUp, async (c) => {
      const waitMs = limit.take(currentUser(c).id, now())
      if (waitMs > 0) return show(c, slowDownText(c, waitMs), 429)
      const isLinked = await findLinkedChat(db, currentUser(c).id)
      if (deps.telegram && !isLinked) await createOffer(offers, currentSession(c))
      return back(c)
    })
    .post(paths.accountTelegramConfirmation, ...changes, async (c) => {
      const { status } = await confirmOnSite(offers, currentSession(c), originOf(c))
      const t = translator(c.var.locale)
      if (status === 'over') return show(c, t('telegramAccount.linkOver'), 409)
      if (status === 'taken') return show(c, t('telegramAccount.linkTaken'), 409)
      flashes.leave(c, 'telegramAccount.flashLinked')
      return back(c)
    })
    .post(paths.accountTelegramRemoval, ...changes, async (c) => {
      const user = await currentAccount(c, db)
      const isLinked = await findLinkedChat(db, user.id)
      await withdrawOffer(offers, currentSession(c))
      if (!isLinked) return back(c)
      await unlinkOnSite({ db, now }, user, originOf(c))
      flashes.leave(c, 'telegramAccount.flashUnlinked')
      return back(c)
    })
    .post(paths.accountTelegramNews, ...changes, async (c) => {
      const { wantsAlerts, wantsReports } = await requireForm(c, wishesForm)
      const wishes = { wantsAlerts: wantsAlerts === 'yes', wantsReports: wantsReports === 'yes' }
      await setNotifications(db, currentUser(c).id, wishes)
      flashes.leave(c, 'telegramAccount.flashNews')
      return back(c)
    })
}
