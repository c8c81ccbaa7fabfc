import { Hono } from 'hono'
import { z } from 'zod'
import { slowDownText } from '../../account/outcome-text.ts'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { NotFoundError } from '../../http/errors.ts'
import { locales } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { adminChanges } from '../../pages/admin-changes.ts'
import { requireForm, textField } from '../../pages/parse-form.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { href, paths } from '../../paths.ts'
import { fullPath } from '../../site/address.ts'
import { actRequest } from '../../users/act-request.ts'
import { maxTestChats, sendTest } from '../acts/test-send.ts'
import { readChats } from '../audience/read-chats.ts'
import { requireBroadcast, showDetail } from './detail-routes.tsx'
import type { DetailDeps } from './detail-view.ts'

const testForm = z.object({ locale: z.enum(locales), chats: textField })

export function testRoutes(deps: DetailDeps) {
  const { guards, flashes, tests } = deps
  return new Hono<AuthEnv>().post(paths.broadcastTest, ...adminChanges(guards), async (c) => {
    const row = await requireBroadcast(c, deps)
    const t = translator(c.var.locale)
    const { locale, chats: text } = await requireForm(c, testForm)
    const refuse = (error: string, status: 422 | 429) => showDetail(c, deps, row, { tested: { text, error }, status })
    const chats = readChats(text)
    if (!chats || chats.length === 0 || chats.length > maxTestChats) return refuse(t('broadcast.problems.chats'), 422)
    const waitMs = tests.take(currentUser(c).id, deps.now())
    if (waitMs > 0) return refuse(slowDownText(c, waitMs), 429)
    const outcome = await sendTest(deps, actRequest(c), { id: row.id, chats, locale, name: currentUser(c).name })
    if (outcome.status === 'said') {
      flashes.leave(c, 'broadcast.flashTested')
      return redirectTo(c, href(paths.broadcast, { id: row.id }))
    }
    if (outcome.status === 'missing') throw new NotFoundError(fullPath(c))
    if (outcome.status === 'unsubscribed') {
      return refuse(t('broadcast.problems.unsubscribed', { chats: outcome.chats.join(', ') }), 422)
    }
    return showDetail(c, deps, row, { problem: t(`broadcast.problems.${outcome.status}`), status: 409 })
  })
}
