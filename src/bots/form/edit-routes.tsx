import { type Context, Hono } from 'hono'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { NotFoundError } from '../../http/errors.ts'
import { renderPartial, wantsPartial } from '../../http/render.tsx'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { isTimeframe } from '../../market/timeframe.ts'
import type { Flash } from '../../pages/flash.ts'
import { FormKey } from '../../pages/form-key.tsx'
import { ownChanges } from '../../pages/own-changes.ts'
import { requireForm } from '../../pages/parse-form.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { showPage } from '../../pages/show-page.ts'
import { href, paths } from '../../paths.ts'
import { fullPath } from '../../shell/address.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FlashToast } from '../../ui/toasts/toasts.tsx'
import { formatMoney } from '../bot-numbers.ts'
import type { BotsDeps } from '../bots-deps.ts'
import { BotsLayout } from '../bots-layout.tsx'
import { nameOf } from '../owner/bot-name.ts'
import { type OwnerDeps, reviseBot, startBot } from '../owner/own-bots.ts'
import { findBot } from '../owner/owner-queries.ts'
import type { BotRow } from '../running/runner-queries.ts'
import { findStrategy } from '../strategies/catalog.ts'
import { BotFormPage, type BotFormPageProps } from './bot-form-page.tsx'
import { CheckRegion, FieldNews, PreviewResult } from './check-region.tsx'
import { type FieldValues, fieldsFrom, sentForm, valuesIn, valuesOf } from './field-values.ts'
import { makePreview } from './make-preview.ts'
import { pricesOf, readPlan } from './read-plan.ts'

const editable = new Set(['draft', 'running', 'paused'])

export function editRoutes(deps: BotsDeps) {
  const { db, market, guards, flashes } = deps

  /**
   * Finds the user's own bot, and its field values overridden by `given`, except fields that can no longer change.
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
      showEdit(c, await findOwn(c, c.req.param('id'), valuesIn(c.req.queries(), c.var.locale))),
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

function FixedMarket({ row, quote }: { row: BotRow; quote: string }) {
  const { locale, t } = useLocale()
  const { asset, tf, capital } = row
  return (
    <dl className="bot-fixed">
      <div>
        <dt>{t('botForm.fields.asset.label')}</dt>
        <dd>{asset}</dd>
      </div>
      <div>
        <dt>{t('botForm.fields.tf.label')}</dt>
        <dd>{isTimeframe(tf) ? t(`charts.tf${tf}`) : tf}</dd>
      </div>
      <div>
        <dt>{t('botForm.fields.capital.label')}</dt>
        <dd>
          {formatMoney(locale, capital)} {quote}
        </dd>
      </div>
    </dl>
  )
}

/** Shows the result of the last action, and when changes to a started bot take effect. */
function EditNotice({ flash, hasBegun }: { flash: string | undefined; hasBegun: boolean }) {
  const { t } = useLocale()
  return (
    <>
      <FlashToast>{flash}</FlashToast>
      {hasBegun && <Notice kind="warning">{t('botForm.editNotice')}</Notice>}
    </>
  )
}

function EditButtons({ row }: { row: BotRow }) {
  const { t } = useLocale()
  return (
    <>
      <input type="hidden" name="revision" value={row.revision} />
      <SubmitButton kind={row.state === 'draft' ? 'quiet' : 'primary'} icon="i-lucide-save">
        {t('botForm.save')}
      </SubmitButton>
      {row.state === 'draft' && (
        <SubmitButton icon="i-lucide-play" name="start" value="yes">
          {t('botForm.saveAndStart')}
        </SubmitButton>
      )}
    </>
  )
}

/** Page in place of the form for an ended bot, which can only be copied. */
function EndedBotPage({ row }: { row: BotRow }) {
  const { locale, t } = useLocale()
  return (
    <BotsLayout title={t('botForm.editTitle', { name: row.name })}>
      <p className="bot-form-lead">{t('botForm.ended')}</p>
      <form method="post" action={localised(locale, href(paths.botCopy, { id: row.id }))}>
        <FormKey />
        <SubmitButton icon="i-lucide-copy">{t('botForm.copy')}</SubmitButton>
      </form>
    </BotsLayout>
  )
}

export interface FormView extends Omit<BotFormPageProps, 'form' | 'instruments' | 'preview' | 'prices'> {
  /** Values of all fields, and whether the preview is requested */
  values: FieldValues
  /** Errors of a submitted form that was refused */
  refused?: { errors: Record<string, string>; problem?: string; isConflict?: boolean } | undefined
}

/** Shows the form of a bot; for a partial request only its errors, or only its preview. */
export async function showForm(c: Context<AuthEnv>, deps: BotsDeps, { values, refused, ...shown }: FormView) {
  const { locale } = c.var
  const { strategy, path, title } = shown
  const known: FieldValues = {
    ...fieldsFrom(values, strategy),
    ...(values.days !== undefined && { days: values.days }),
  }
  const wantsPreview = values.preview === 'yes'
  const isPartial = !refused && wantsPartial(c)
  const makes = { locale, owner: currentUser(c).id, values: known, signal: c.req.raw.signal }
  if (isPartial && wantsPreview) {
    return renderPartial(c, <PreviewResult values={known} preview={await makePreview(deps, makes)} />)
  }
  const read = readPlan(known, { locale, market: deps.market })
  const prices = pricesOf(strategy, known.asset ?? '', { locale, market: deps.market })
  const found = read.status === 'invalid' ? read.errors : {}
  if (isPartial) {
    const wanted = read.status === 'ready' ? { action: localised(locale, path), values: known } : undefined
    const check = (
      <>
        <CheckRegion errors={found} wanted={wanted} />
        <FieldNews strategy={strategy} values={known} errors={found} prices={prices} />
        {!wanted && <PreviewResult values={known} preview={{ status: 'invalid' }} isCompanion />}
      </>
    )
    return renderPartial(c, check)
  }
  const preview = wantsPreview ? await makePreview(deps, makes) : undefined
  const form = { values: known, errors: refused?.errors ?? found, problem: refused?.problem }
  const page = <BotFormPage {...shown} {...{ form, preview, prices }} instruments={deps.market.instruments} />
  const status = refused ? (refused.isConflict ? 409 : 422) : 200
  return showPage(c, deps, page, { title, status })
}

/** Starts a draft. @returns the message for the owner; a bot that cannot start remains a draft */
export async function startDraft(deps: OwnerDeps, id: string, userId: string): Promise<Flash> {
  const found = await findBot(deps.db, id, userId)
  if (!found) return 'botForm.flashRefused'
  const { status } = await startBot(deps, found.row)
  if (status === 'started') return 'botForm.flashStarted'
  // If the form was sent twice, the other request has started the bot.
  const isRunning = status === 'refused' && (await findBot(deps.db, id, userId))?.row.state === 'running'
  if (isRunning) return 'botForm.flashStarted'
  return status === 'no-prices' ? 'botForm.flashPriceless' : 'botForm.flashRefused'
}
