import { type Context, Hono } from 'hono'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { limitBody, readForm } from '../../http/body.ts'
import { translator } from '../../i18n/translate.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { type PageStatus, showPage } from '../../pages/show-page.ts'
import { href, paths } from '../../paths.ts'
import { actRequest } from '../../users/act-request.ts'
import { editSent } from '../acts/tasks.ts'
import { type BroadcastRow, possibleActs } from '../broadcast.ts'
import { type BroadcastContent, type ContentProblem, readContent } from '../content.ts'
import { requireBroadcast, showDetail } from '../detail/detail-routes.tsx'
import type { DetailDeps } from '../detail/detail-view.ts'
import { messageFormBytes, readMessageFields } from '../editor/read-message.ts'
import { variantTextsIn } from '../editor/variant-texts.ts'
import { listTemplates } from '../templates/templates.ts'
import { revisionIn } from './draft-routes.ts'
import { SentPage } from './sent-page.tsx'

export function sentRoutes(deps: DetailDeps) {
  const { guards, flashes, now } = deps
  return new Hono<AuthEnv>()
    .get(paths.broadcastSent, guards.admin, guards.stepUp, async (c) => {
      const row = await requireBroadcast(c, deps)
      if (!possibleActs(row, now()).includes('editSent')) return redirectTo(c, href(paths.broadcast, { id: row.id }))
      return showSent(c, deps, { row, content: readContent(row.content) })
    })
    .post(paths.broadcastSent, guards.admin, guards.stepUp, limitBody(messageFormBytes), async (c) => {
      const row = await requireBroadcast(c, deps)
      const form = await readForm(c)
      const sent = readMessageFields(form, await listTemplates(deps.db))
      const { media, variants } = readContent(row.content)
      const content = { ...sent.content, media, variants: variants && variantTextsIn(form).slice(0, variants.length) }
      if (sent.isChange) return showSent(c, deps, { row, content })
      const t = translator(c.var.locale)
      const outcome = await editSent(deps, actRequest(c), { id: row.id, revision: revisionIn(form), content })
      if (outcome.status === 'faulty')
        return showSent(c, deps, {
          row,
          content,
          problems: outcome.problems,
          problem: t('broadcast.form.faulty'),
          status: 422,
        })
      if (outcome.status === 'stale') {
        return showSent(c, deps, { row, content, problem: t('broadcast.form.stale'), status: 409 })
      }
      if (outcome.status !== 'done') {
        return showDetail(c, deps, row, { problem: t('broadcast.problems.refused'), status: 409 })
      }
      flashes.leave(c, row.needsApproval ? 'broadcast.flashHeld' : 'broadcast.flashEditing')
      return redirectTo(c, href(paths.broadcast, { id: row.id }))
    })
}

interface ShownSent {
  row: BroadcastRow
  content: BroadcastContent
  problems?: ContentProblem[]
  problem?: string
  status?: PageStatus
}

async function showSent(c: Context<AuthEnv>, deps: DetailDeps, shown: ShownSent) {
  const { row, content, problems = [], problem, status } = shown
  const title = translator(c.var.locale)('broadcast.form.sentTitle')
  const autosave = { key: `${currentUser(c).id} ${row.id} sent` }
  const further = content.variants?.length
  const templates = await listTemplates(deps.db)
  const message = { content, further, problems, templates, areMediaKept: true, autosave }
  return showPage(c, deps, <SentPage row={row} message={message} problem={problem} />, { title, status })
}
