import { type Context, Hono } from 'hono'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { NotFoundError } from '../../http/errors.ts'
import { translator } from '../../i18n/translate.ts'
import { ownChanges } from '../../pages/own-changes.ts'
import { requireForm } from '../../pages/parse-form.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { showPage } from '../../pages/show-page.ts'
import { href, paths } from '../../paths.ts'
import { fullPath } from '../../site/address.ts'
import { nameOf } from '../bot-name.ts'
import type { BotsDeps } from '../bots-deps.ts'
import { reviseBot } from '../owner/own-bots.ts'
import { findBot } from '../owner/owner-queries.ts'
import { findStrategy } from '../strategies/catalog.ts'
import { EditButtons, EditNotice, EndedBotPage, FixedMarket } from './edit-parts.tsx'
import { type FieldValues, valuesOf } from './field-values.ts'
import { readPlan } from './read-plan.ts'
import { sentForm, valuesIn } from './sent-values.ts'
import { type FormView, showForm } from './show-form-routes.tsx'
import { startDraft } from './start-draft.ts'

const editable = new Set(['draft', 'running', 'paused'])

export function editRoutes(deps: BotsDeps) {
  const { db, market, guards, flashes } = deps

  /**
   * Finds the user's own bot, and its field values overridden by `given`, except those that can no longer change.
   * @throws NotFoundError
   */
  const findOwn = async (c: Context<AuthEnv>, id: string, given: FieldValues) => {
    const found = await findBot(db, id, currentUser(c).id)
    const strategy = findStrategy(found?.plan.strategy ?? '')
    if (!found || !strategy || found.row.userId === null) throw new NotFoundError(fullPath(c))
    const own = valuesOf(c.var.locale, found)
    const { asset = '', tf = '', capital = '' } = own
    const fixed = { strategy: strategy.id, ...(found.row.state !== 'draft' && { asset, tf, capital }) }
    return { found, strategy, values: { ...own, ...given, ...fixed } }
  }
  type Own = Awaited<ReturnType<typeof findOwn>>

  const showEdit = (c: Context<AuthEnv>, { found, strategy, values }: Own, refused?: FormView['refused']) => {
    const { row } = found
    const t = translator(c.var.locale)
    const title = t('botForm.editTitle', { name: nameOf(t, found) })
    if (!editable.has(row.state))
      return showPage(c, deps, <EndedBotPage row={row} />, { title, status: refused ? 409 : 200 })
    const quote = market.instrument(row.asset)?.quote ?? ''
    const hasBegun = row.state !== 'draft'
    return showForm(c, deps, {
      path: href(paths.botEdit, { id: row.id }),
      title,
      strategy,
      values,
      refused,
      buttons: <EditButtons row={row} />,
      market: hasBegun ? <FixedMarket row={row} quote={quote} /> : undefined,
      notice: <EditNotice flash={flashes.take(c)} hasBegun={hasBegun} />,
    })
  }

  return new Hono<AuthEnv>()
    .get(paths.botEdit, guards.auth, async (c) =>
      showEdit(c, await findOwn(c, c.req.param('id'), valuesIn(c.req.queries()))),
    )
    .post(paths.botEdit, ...ownChanges(guards), async (c) => {
      const { start, revision, ...sent } = await requireForm(c, sentForm)
      const own = await findOwn(c, c.req.param('id'), sent)
      const { row } = own.found
      const t = translator(c.var.locale)
      const conflict = { errors: {}, problem: t('botForm.changedSince'), isConflict: true }
      if (!editable.has(row.state)) return showEdit(c, own, conflict)
      const read = readPlan(own.values, { locale: c.var.locale, market })
      if (read.status === 'invalid') return showEdit(c, own, read)
      const { name, plan, backtest } = read
      const { asset, tf } = backtest.request
      const seen = { ...row, revision: Number(revision) }
      const draftSettings = { asset, tf, capital: backtest.capital }
      const outcome = await reviseBot(deps, { row: seen, name, plan, draftSettings })
      if (outcome === 'changed-since') return showEdit(c, own, conflict)
      if (outcome === 'too-many') return showEdit(c, own, { ...conflict, problem: t('botForm.tooManyRevisions') })
      flashes.leave(c, start ? await startDraft(deps, row.id, currentUser(c).id) : 'botForm.flashSaved')
      return redirectTo(c, href(paths.bot, { id: row.id }))
    })
}
