import { type Context, Hono } from 'hono'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { limitBody, readForm } from '../../http/body.ts'
import { AppError } from '../../http/errors.ts'
import { renderPartial } from '../../http/render.tsx'
import { localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { formKeyOf } from '../../pages/form-key.tsx'
import { redirectTo } from '../../pages/redirects.ts'
import { type PageStatus, showPage } from '../../pages/show-page.ts'
import { href, paths } from '../../paths.ts'
import { checkMessage } from '../../telegram/message/check-message.ts'
import { actRequest } from '../../users/act-request.ts'
import { createDraft, editBroadcast } from '../acts/drafts.ts'
import { readAudience } from '../audience/audience.ts'
import { actsFrom, type BroadcastRow } from '../broadcast.ts'
import { type BroadcastContent, type ContentProblem, readContent } from '../content.ts'
import { requireBroadcast, showDetail } from '../detail/detail-routes.tsx'
import type { DetailDeps } from '../detail/detail-view.ts'
import { emptyContent, messageFormBytes } from '../editor/read-message.ts'
import { listTemplates } from '../templates/templates.ts'
import { maxVariants } from '../variant-limits.ts'
import { variantProblems } from '../variant-problems.ts'
import { AudienceSize } from './audience-fields.tsx'
import { readAudienceFields, valuesIn, valuesOf } from './broadcast-fields.ts'
import { draftRoutes, revisionIn } from './draft-routes.ts'
import type { FieldErrors, FieldValues } from './field-values.ts'
import { FormPage } from './form-page.tsx'
import { listClicked } from './form-queries.ts'
import { readBroadcastForm } from './read-form.ts'
import { sentRoutes } from './sent-routes.tsx'

export function formRoutes(deps: DetailDeps) {
  const { guards, sizes, flashes } = deps
  return new Hono<AuthEnv>()
    .get(paths.newBroadcast, guards.admin, (c) => showForm(c, deps, { values: {}, content: emptyContent }))
    .post(paths.newBroadcast, guards.admin, limitBody(messageFormBytes), async (c) => {
      const sent = readBroadcastForm(await readForm(c), await listTemplates(deps.db))
      const { values, errors, problems } = sent
      const shown = { values, errors, content: sent.draft.content }
      if (sent.isChange) return showForm(c, deps, shown)
      if (sent.isFaulty) return showForm(c, deps, { ...shown, problems, status: 422 })
      const outcome = await createDraft(deps, actRequest(c), sent.draft, await formKeyOf(c))
      if (outcome.status === 'too-many') {
        throw new AppError(409, translator(c.var.locale)('broadcast.problems.tooMany'))
      }
      flashes.leave(c, 'broadcast.flashSaved')
      return redirectTo(c, href(paths.broadcast, { id: outcome.id }))
    })
    .get(paths.broadcastAudience, guards.admin, async (c) => {
      const size = await sizes.count(readAudienceFields(valuesIn(c.req.query())))
      return renderPartial(c, <AudienceSize size={size} nobody={await sizes.emptyAudienceKey(size)} />)
    })
    .get(paths.broadcastEdit, guards.admin, async (c) => {
      const row = await requireBroadcast(c, deps)
      if (!canEdit(row)) return redirectTo(c, href(paths.broadcast, { id: row.id }))
      const values = valuesOf(row, readAudience(row.audience))
      return showForm(c, deps, { row, values, content: readContent(row.content) })
    })
    .post(paths.broadcastEdit, guards.admin, limitBody(messageFormBytes), async (c) => {
      const row = await requireBroadcast(c, deps)
      const form = await readForm(c)
      const sent = readBroadcastForm(form, await listTemplates(deps.db))
      const revision = revisionIn(form)
      const { values, errors, problems } = sent
      const shown = { row, revision, values, errors, content: sent.draft.content }
      if (sent.isChange) return showForm(c, deps, shown)
      if (sent.isFaulty) return showForm(c, deps, { ...shown, problems, status: 422 })
      const outcome = await editBroadcast(deps, actRequest(c), { id: row.id, revision, draft: sent.draft })
      if (outcome.status === 'stale') {
        const problem = translator(c.var.locale)('broadcast.form.stale')
        return showForm(c, deps, { ...shown, revision: outcome.revision, problem, status: 409 })
      }
      if (outcome.status !== 'done') {
        const problem = translator(c.var.locale)('broadcast.problems.refused')
        return showDetail(c, deps, await requireBroadcast(c, deps), { problem, status: 409 })
      }
      flashes.leave(c, 'broadcast.flashSaved')
      return redirectTo(c, href(paths.broadcast, { id: row.id }))
    })
    .route('/', draftRoutes(deps))
    .route('/', sentRoutes(deps))
}

function canEdit({ state }: Pick<BroadcastRow, 'state'>): boolean {
  return actsFrom.edit.some((from) => from === state)
}

interface ShownForm {
  /** The edited broadcast; none for a new one */
  row?: BroadcastRow
  revision?: number
  values: FieldValues
  content: BroadcastContent
  errors?: FieldErrors
  problems?: ContentProblem[]
  problem?: string
  status?: PageStatus
}

async function showForm(c: Context<AuthEnv>, deps: DetailDeps, shown: ShownForm) {
  const { row, values, content, errors = {}, status } = shown
  const t = translator(c.var.locale)
  const problem = shown.problem ?? (status === 422 ? t('broadcast.form.faulty') : undefined)
  const title = t(row ? 'broadcast.form.editTitle' : 'broadcast.form.newTitle')
  const problems = shown.problems ?? (row ? [...checkMessage(content), ...variantProblems(content)] : [])
  const key = `${currentUser(c).id} ${row?.id ?? 'new'}`
  const further = maxVariants - 1
  const action = row && localised(c.var.locale, href(paths.broadcastDraft, { id: row.id }))
  const size = await deps.sizes.count(readAudienceFields(values))
  const page = (
    <FormPage
      title={title}
      path={row ? href(paths.broadcastEdit, { id: row.id }) : paths.newBroadcast}
      revision={shown.revision ?? row?.revision}
      message={{ content, further, problems, templates: await listTemplates(deps.db), autosave: { key, action } }}
      isHeld={row?.needsApproval ?? false}
      hasVariants={content.variants !== undefined}
      problem={problem}
      values={values}
      errors={errors}
      clicked={await listClicked(deps.db)}
      size={size}
      nobody={await deps.sizes.emptyAudienceKey(size)}
    />
  )
  // The page is loaded as a whole, because the editor saves unsaved changes when the page is left.
  return showPage(c, deps, page, { title: row ? `${title} · ${row.name}` : title, status, isLoadedWhole: true })
}
