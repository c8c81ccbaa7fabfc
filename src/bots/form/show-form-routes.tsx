import type { Context } from 'hono'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { renderPartial, wantsPartial } from '../../http/render.tsx'
import { localised } from '../../i18n/locales.ts'
import { showPage } from '../../pages/show-page.ts'
import type { BotsDeps } from '../bots-deps.ts'
import { BotFormPage, type BotFormPageProps } from './bot-form-page.tsx'
import { CheckRegion, FieldNews } from './check-region.tsx'
import type { FieldValues } from './field-values.ts'
import { makePreview } from './make-preview.ts'
import { PreviewResult } from './preview-panel.tsx'
import { pricesOf, readPlan } from './read-plan.ts'
import { fieldsFrom } from './sent-values.ts'

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
        <FieldNews strategy={strategy} errors={found} prices={prices} />
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
