import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { limitBody, readForm } from '../../http/body.ts'
import { AppError, NotFoundError } from '../../http/errors.ts'
import { renderPartial } from '../../http/render.tsx'
import { localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { formKeyOf } from '../../pages/form-key.tsx'
import { redirectTo } from '../../pages/redirects.ts'
import { type PageStatus, showPage } from '../../pages/show-page.ts'
import { href, paths } from '../../paths.ts'
import { fullPath } from '../../shell/address.ts'
import { checkMessage } from '../../telegram/message/check-message.ts'
import { actRequest } from '../../users/act.ts'
import { createDraft, editBroadcast, saveDraft } from '../acts/drafts.ts'
import { editSent } from '../acts/tasks.ts'
import { readAudience } from '../audience/audience.ts'
import { actsFrom, type BroadcastRow, possibleActs } from '../broadcast.ts'
import { type BroadcastContent, type ContentProblem, readContent } from '../content.ts'
import { requireBroadcast, showDetail } from '../detail/detail-routes.tsx'
import type { DetailDeps } from '../detail/detail-view.ts'
import { variantTextsIn } from '../editor/message-form.ts'
import { emptyContent, messageFormBytes, readMessageFields } from '../editor/read-message.ts'
import { listTemplates } from '../templates/templates.ts'
import { maxVariants } from '../variant-limits.ts'
import { variantProblems } from '../variants.ts'
import { AudienceSize } from './audience-fields.tsx'
import {
  type FieldErrors,
  type FieldValues,
  readAudienceFields,
  readBroadcastForm,
  valuesIn,
  valuesOf,
} from './broadcast-fields.ts'
import { FormPage, SentPage } from './form-page.tsx'
import { listClicked } from './form-queries.ts'

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

const revision = z.coerce.number().int().catch(0)

/** Reads from a form the revision that the form was made from. */
function revisionIn(form: Record<string, unknown>): number {
  return revision.parse(form.revision)
}

/**
 * Routes of the editor's autosaves, which may contain unfinished messages. If any field around the message is invalid,
 * all of these fields keep their saved values.
 */
function draftRoutes(deps: DetailDeps) {
  return new Hono<AuthEnv>().post(paths.broadcastDraft, deps.guards.admin, limitBody(messageFormBytes), async (c) => {
    const row = await requireBroadcast(c, deps)
    const form = await readForm(c)
    const { draft, errors } = readBroadcastForm(form, [])
    const { content, trialPercent, trialMinutes } = draft
    const kept = { ...row, audience: readAudience(row.audience), content, trialPercent, trialMinutes }
    const whole = Object.keys(errors).length > 0 ? kept : draft
    const outcome = await saveDraft(deps, actRequest(c), { id: row.id, revision: revisionIn(form), draft: whole })
    switch (outcome.status) {
      case 'saved':
        return c.json({ revision: outcome.revision })
      case 'stale':
        return c.json({ revision: outcome.revision }, 409)
      case 'refused':
        return c.json({}, 403)
      case 'missing':
        throw new NotFoundError(fullPath(c))
    }
  })
}

function sentRoutes(deps: DetailDeps) {
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
