import type { Context } from 'hono'
import type { ReactElement, ReactNode } from 'react'
import type { AuthEnv } from '../../auth/middleware.ts'
import { localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { assetStateOf } from '../../market/asset-state.ts'
import type { FormState } from '../../pages/form-state.ts'
import { type PageStatus, showPage } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import type { BotsDeps } from '../bots-deps.ts'
import type { AnyStrategy } from '../engine/strategy.ts'
import type { FieldValues } from '../form/field-values.ts'
import { findStrategy } from '../strategies/catalog.ts'
import { maCross } from '../strategies/ma-cross.ts'
import { BacktestPage, type BacktestPageProps, pageWords, resultId } from './backtest-page.tsx'
import {
  backtestValues,
  lastDays,
  periods,
  queryOf,
  type ReadBacktestForm,
  readBacktestForm,
} from './backtest-query.ts'

export interface FormRequest {
  params: URLSearchParams
  strategy: AnyStrategy
  values: FieldValues
  /** Path with the period of a pressed "last days" button, without the locale prefix; undefined if none was pressed */
  ofLastDays: string | undefined
  read(): ReadBacktestForm
}

export type PageKind = BacktestPageProps['kind']

/** Path of each page */
export const places = { trial: paths.botTrial, try: paths.tryStrategy, sweep: paths.botSweep }

/** Reads the form fields of a page from the query. @param more  returns the values of further fields */
export function readFormRequest(
  c: Context<AuthEnv>,
  { market, now }: Pick<BotsDeps, 'market' | 'now'>,
  kind: PageKind,
  more: (params: URLSearchParams, strategy: AnyStrategy) => FieldValues = () => ({}),
): FormRequest {
  const { searchParams: params } = new URL(c.req.url)
  const surroundings = { locale: c.var.locale, market, now: now() }
  const own = backtestValues(params, surroundings)
  const strategy = findStrategy(own.strategy ?? '') ?? maCross
  const values = { ...own, ...more(params, strategy) }
  const days = periods.find((each) => String(each) === params.get('days'))
  const query = days && queryOf({ ...values, ...lastDays(days, now()) }, { run: '1' })
  return {
    ...{ params, strategy, values },
    ofLastDays: query && `${places[kind]}?${query}#${resultId}`,
    read: () => readBacktestForm(values, surroundings),
  }
}

export interface ShownBacktest {
  kind: PageKind
  strategy: AnyStrategy
  form: FormState
  fields?: ReactNode
  result?: ReactElement | undefined
  status?: PageStatus
}

export function showBacktestPage(
  c: Context<AuthEnv>,
  deps: BotsDeps,
  { kind, strategy, form, fields, result, status }: ShownBacktest,
) {
  const { locale } = c.var
  const { instruments, instrument } = deps.market
  const t = translator(locale)
  const { title, lead } = pageWords[kind]
  const formProps = {
    ...{ strategy, form, instruments, children: fields },
    action: `${localised(locale, places[kind])}#${resultId}`,
    quote: instrument(form.values.asset ?? '')?.quote ?? '',
  }
  const { asset = '' } = form.values
  const page = (
    <BacktestPage kind={kind} form={formProps} loading={isLoading(deps, asset) ? asset : undefined}>
      {result}
    </BacktestPage>
  )
  const isPublic = kind === 'try' && new URL(c.req.url).search === ''
  const visitorSheet = 'bots'
  return showPage(c, deps, page, { title: t(title), description: t(lead), status, isPublic, visitorSheet })
}

/** Whether the history of an asset is still loading, so that a backtest covers only a part of its period. */
export function isLoading({ market }: Pick<BotsDeps, 'market'>, asset = ''): boolean {
  return assetStateOf(market.state(), asset) === 'backfilling'
}

/** Returns the URL with these field values, in the page's language. */
export function addressOf(c: Context<AuthEnv>, path: string, values: FieldValues, more?: Record<string, string>) {
  return `${localised(c.var.locale, path)}?${queryOf(values, more)}`
}
