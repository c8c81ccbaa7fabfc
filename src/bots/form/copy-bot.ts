import type { Locale } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { isTimeframe } from '../../market/timeframe.ts'
import { nameOf } from '../bot-name.ts'
import { wholeMoney } from '../engine/money.ts'
import { createBot, type OwnerDeps } from '../owner/own-bots.ts'
import { findBot } from '../owner/owner-queries.ts'
import { maxNameLength } from './read-plan.ts'

export interface CopyRequest {
  id: string
  userId: string
  locale: Locale
  key: string | undefined
}

export type CopyOutcome = { status: 'created'; id: string } | { status: 'too-many' } | { status: 'missing' }

/** Creates a draft from the newest revision of the user's own bot or of a public one. */
export async function copyBot(deps: OwnerDeps, { id, userId, locale, key }: CopyRequest): Promise<CopyOutcome> {
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
