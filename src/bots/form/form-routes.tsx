import { type Context, Hono } from 'hono'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { AppError, NotFoundError } from '../../http/errors.ts'
import type { Locale } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { isTimeframe } from '../../market/timeframe.ts'
import { formKeyOf } from '../../pages/form-key.tsx'
import { ownChanges } from '../../pages/own-changes.ts'
import { requireForm } from '../../pages/parse-form.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { showPage } from '../../pages/show-page.ts'
import { href, paths } from '../../paths.ts'
import { fullPath } from '../../shell/address.ts'
import { Notice } from '../../ui/notice.tsx'
import type { BotsDeps } from '../bots-deps.ts'
import { wholeMoney } from '../engine/money.ts'
import { nameOf } from '../owner/bot-name.ts'
import { createBot, type OwnerDeps } from '../owner/own-bots.ts'
import { findBot } from '../owner/owner-queries.ts'
import { findStrategy } from '../strategies/catalog.ts'
import { ChangeStrategy, NewBotButtons } from './bot-form-page.tsx'
import { editRoutes, type FormView, showForm, startDraft } from './edit-routes.tsx'
import { type FieldValues, initialValues, sentForm, valuesIn } from './field-values.ts'
import { maxNameLength, readPlan } from './read-plan.ts'
import { StrategyPicker } from './strategy-picker.tsx'

export function formRoutes(deps: BotsDeps) {
  const { market, guards, flashes } = deps
  const changes = ownChanges(guards)

  const showNew = (c: Context<AuthEnv>, values: FieldValues, refused?: FormView['refused']) => {
    const t = translator(c.var.locale)
    const strategy = findStrategy(values.strategy ?? '')
    if (!strategy) {
      const page = <StrategyPicker values={values} />
      return showPage(c, deps, page, { title: t('botForm.newTitle'), status: refused ? 422 : 200 })
    }
    const asset = market.instruments.find(({ asset }) => market.current(asset, 1)) ?? market.instruments[0]
    const filled = { ...initialValues(c.var.locale, strategy), asset: asset?.asset ?? '', ...values }
    return showForm(c, deps, {
      path: paths.newBot,
      title: t('botForm.newTitle'),
      strategy,
      values: filled,
      refused,
      buttons: <NewBotButtons />,
      afterStrategy: <ChangeStrategy values={filled} />,
      // The link of a visitor's backtest carries its period.
      notice: !refused && values.days !== undefined && values.preview === undefined && (
        <Notice kind="success">{t('botForm.filled')}</Notice>
      ),
    })
  }

  return new Hono<AuthEnv>()
    .get(paths.newBot, guards.auth, (c) => showNew(c, valuesIn(c.req.queries(), c.var.locale)))
    .post(paths.newBot, ...changes, async (c) => {
      const { start, ...values } = await requireForm(c, sentForm)
      const read = readPlan(values, { locale: c.var.locale, market })
      if (read.status === 'invalid') return showNew(c, values, read)
      const { name, plan, backtest } = read
      const { asset, tf } = backtest.request
      const key = await formKeyOf(c)
      const draft = { userId: currentUser(c).id, name, asset, tf, capital: backtest.capital, plan, key }
      const made = await createBot(deps, draft)
      const t = translator(c.var.locale)
      if (made.status === 'too-many') return showNew(c, values, { errors: {}, problem: t('botForm.tooMany') })
      flashes.leave(c, start ? await startDraft(deps, made.id, draft.userId) : 'botForm.flashKept')
      return redirectTo(c, href(paths.bot, { id: made.id }))
    })
    .post(paths.botCopy, ...changes, async (c) => {
      const outcome = await copyBot(deps, {
        id: c.req.param('id'),
        userId: currentUser(c).id,
        locale: c.var.locale,
        key: await formKeyOf(c),
      })
      if (outcome.status === 'missing') throw new NotFoundError(fullPath(c))
      if (outcome.status === 'too-many') throw new AppError(409, translator(c.var.locale)('botForm.tooMany'))
      flashes.leave(c, 'botForm.flashCopied')
      return redirectTo(c, href(paths.botEdit, { id: outcome.id }))
    })
    .route('/', editRoutes(deps))
}

interface CopyRequest {
  id: string
  userId: string
  locale: Locale
  key: string | undefined
}

export type CopyOutcome = { status: 'created'; id: string } | { status: 'too-many' } | { status: 'missing' }

/** Creates a draft from the newest revision of the user's own bot or of a public bot. */
async function copyBot(deps: OwnerDeps, { id, userId, locale, key }: CopyRequest): Promise<CopyOutcome> {
  const found = await findBot(deps.db, id, userId)
  if (found?.row.kind !== 'strategy' || !isTimeframe(found.row.tf)) return { status: 'missing' }
  const { row, plan } = found
  const t = translator(locale)
  const name = t('botForm.copyName', { name: nameOf(t, found) })
  return createBot(deps, {
    userId,
    name: Array.from(name).slice(0, maxNameLength).join(''),
    asset: row.asset,
    tf: found.row.tf,
    capital: wholeMoney(row.capital),
    plan,
    key,
  })
}
