import { type Context, Hono } from 'hono'
import type { AuthEnv } from '../../auth/middleware.ts'
import { readForm } from '../../http/body.ts'
import { NotFoundError } from '../../http/errors.ts'
import { translator } from '../../i18n/translate.ts'
import { adminChanges } from '../../pages/admin-changes.ts'
import { formKeyOf } from '../../pages/form-key.tsx'
import { redirectTo } from '../../pages/redirects.ts'
import { type PageStatus, showPage } from '../../pages/show-page.ts'
import { href, paths } from '../../paths.ts'
import { fullPath } from '../../shell/address.ts'
import { actRequest } from '../../users/act.ts'
import type { BroadcastDeps } from '../broadcast-deps.ts'
import { messageFormBytes } from '../editor/read-message.ts'
import { isFaulty, readTemplateForm, type TemplateForm } from './template-form.ts'
import { TemplateFormPage, type TemplateNotice } from './template-form-page.tsx'
import {
  createTemplate,
  editTemplate,
  findTemplate,
  listTemplates,
  removeTemplate,
  type TemplateOutcome,
  usesOf,
} from './templates.ts'
import { TemplatesPage } from './templates-page.tsx'

export function templateRoutes(deps: BroadcastDeps) {
  const { db, guards, flashes } = deps
  const changes = adminChanges(guards, messageFormBytes)

  return new Hono<AuthEnv>()
    .get(paths.buttonTemplates, guards.admin, async (c) => {
      const title = translator(c.var.locale)('buttonTemplates.title')
      return showPage(c, deps, <TemplatesPage templates={await listTemplates(db)} flash={flashes.take(c)} />, { title })
    })
    .get(paths.newButtonTemplate, guards.admin, (c) => {
      const form = { name: '', rows: [[{ text: {}, url: '' }]], seen: 0, problems: [], isChange: true }
      return showTemplateForm(c, deps, { form })
    })
    .post(paths.newButtonTemplate, ...changes, async (c) => {
      const form = readTemplateForm(await readForm(c))
      if (form.isChange) return showTemplateForm(c, deps, { form })
      if (isFaulty(form)) return showTemplateForm(c, deps, { form, status: 422 })
      return answer(c, deps, form, await createTemplate(deps, actRequest(c), form, await formKeyOf(c)))
    })
    .get(paths.buttonTemplate, guards.admin, async (c) => {
      const template = await findTemplate(db, c.req.param('id'))
      if (!template) throw new NotFoundError(fullPath(c))
      const form = { ...template, seen: template.updatedAt, problems: [], isChange: true }
      return showTemplateForm(c, deps, { id: template.id, form })
    })
    .post(paths.buttonTemplate, ...changes, async (c) => {
      const id = c.req.param('id')
      const form = readTemplateForm(await readForm(c))
      if (form.isChange) return showTemplateForm(c, deps, { id, form })
      if (isFaulty(form)) return showTemplateForm(c, deps, { id, form, status: 422 })
      return answer(c, deps, form, await editTemplate(deps, actRequest(c), { id, ...form }), id)
    })
    .post(paths.buttonTemplateRemoval, ...adminChanges(guards), async (c) => {
      const outcome = await removeTemplate(deps, actRequest(c), c.req.param('id'))
      if (outcome.status === 'done') flashes.leave(c, 'buttonTemplates.flashRemoved')
      return redirectTo(c, paths.buttonTemplates)
    })
}

function answer(c: Context<AuthEnv>, deps: BroadcastDeps, form: TemplateForm, outcome: TemplateOutcome, id?: string) {
  switch (outcome.status) {
    case 'done':
      deps.flashes.leave(c, 'buttonTemplates.flashSaved')
      return redirectTo(c, paths.buttonTemplates)
    case 'missing':
      throw new NotFoundError(fullPath(c))
    case 'taken':
      return showTemplateForm(c, deps, { id, form: { ...form, nameFault: 'nameTaken' }, status: 422 })
    case 'full':
      return showTemplateForm(c, deps, { id, form, notice: 'full', status: 409 })
    case 'stale':
      // The form keeps the input; sending it again overwrites the other person's change.
      return showTemplateForm(c, deps, {
        id,
        form: { ...form, seen: outcome.template.updatedAt },
        notice: 'stale',
        status: 409,
      })
  }
}

interface TemplateFormView {
  id?: string | undefined
  form: TemplateForm
  notice?: TemplateNotice
  status?: PageStatus
}

async function showTemplateForm(
  c: Context<AuthEnv>,
  deps: BroadcastDeps,
  { id, form, notice, status }: TemplateFormView,
) {
  const t = translator(c.var.locale)
  const title = id === undefined ? t('buttonTemplates.create') : t('buttonTemplates.edit')
  const path = id === undefined ? paths.newButtonTemplate : href(paths.buttonTemplate, { id })
  const uses = id === undefined ? [] : await usesOf(deps.db, form)
  const removal = id === undefined ? undefined : href(paths.buttonTemplateRemoval, { id })
  const page = <TemplateFormPage title={title} path={path} removal={removal} form={form} uses={uses} notice={notice} />
  return showPage(c, deps, page, { title, status })
}
