import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { NotFoundError } from '../../http/errors.ts'
import { renderPartial, wantsPartial } from '../../http/render.tsx'
import { localised } from '../../i18n/locales.ts'
import { requireForm, textField } from '../../pages/parse-form.ts'
import { type PageStatus, showPage } from '../../pages/show-page.ts'
import { href, paths } from '../../paths.ts'
import { fullPath } from '../../shell/address.ts'
import { findFreeze } from '../../telegram/limiter/bucket-queries.ts'
import type { BroadcastRow } from '../broadcast.ts'
import { findBroadcast } from '../broadcast-queries.ts'
import { ActsRegion, versionOf } from './acts-region.tsx'
import type { BeginFormValues } from './begin-form.tsx'
import { changeOfBroadcast } from './change-of-broadcast.ts'
import { DetailPage, type DetailPageProps } from './detail-page.tsx'
import { type DetailDeps, isUnattended, readActs, readDetail, readProgress } from './detail-view.ts'
import { ProgressRegion } from './progress-region.tsx'

export function detailRoutes(deps: DetailDeps) {
  return new Hono<AuthEnv>().get(paths.broadcast, deps.guards.admin, async (c) => {
    const row = await requireBroadcast(c, deps)
    if (!wantsPartial(c)) return showDetail(c, deps, row, { typed: formValuesIn(c.req.query()) })
    if (c.req.query('part') === 'acts') {
      if (c.req.query('seen') !== versionOf(row)) {
        return c.body(null, 200, { 'HX-Redirect': localised(c.var.locale, href(paths.broadcast, { id: row.id })) })
      }
      return renderPartial(c, <ActsRegion view={await readActs(deps, row, { by: currentUser(c).id })} />)
    }
    return renderPartial(c, <ProgressRegion view={await readProgress(deps, row)} />)
  })
}

/** Finds the broadcast in the URL. @throws NotFoundError */
export async function requireBroadcast(c: Context<AuthEnv>, { db }: Pick<DetailDeps, 'db'>): Promise<BroadcastRow> {
  const row = await findBroadcast(db, c.req.param('id') ?? '')
  if (!row) throw new NotFoundError(fullPath(c))
  return row
}

type Reply = Pick<DetailPageProps, 'problem' | 'typed' | 'tested'> & { status?: PageStatus }

export async function showDetail(c: Context<AuthEnv>, deps: DetailDeps, row: BroadcastRow, reply: Reply = {}) {
  const { status, ...more } = reply
  const view = await readDetail(deps, row, { by: currentUser(c).id, isFresh: status !== undefined })
  const page = <DetailPage view={view} acts={deps.acts} flash={deps.flashes.take(c)} {...more} />
  return showPage(c, deps, page, { title: row.name, status })
}

interface Seen {
  row: BroadcastRow
  isUnattended: boolean
  /** Time until which the bot must wait, ms UTC, as Telegram demanded */
  frozenUntil: number | undefined
}

export function progressRoutes(deps: DetailDeps) {
  return new Hono<AuthEnv>().get(paths.broadcastProgress, deps.guards.admin, async (c) => {
    const row = await requireBroadcast(c, deps)
    const seen = async (row: BroadcastRow): Promise<Seen> => ({
      row,
      isUnattended: await isUnattended(deps, row),
      frozenUntil: await findFreeze(deps.db, deps.now()),
    })
    const look = async () => {
      const now = await findBroadcast(deps.db, row.id)
      return now && seen(now)
    }
    const change = (from: Seen, to: Seen) => {
      if (from.isUnattended !== to.isUnattended) return 'state'
      const changed = changeOfBroadcast(from.row, to.row)
      return from.frozenUntil === to.frozenUntil ? changed : (changed ?? 'counters')
    }
    return deps.watching.stream(c, { first: await seen(row), look, changeBetween: change })
  })
}

const typedForm = z.object({ confirmed: textField, at: textField })

/** Puts the typed values into the URL to return to after a password check. */
export const keepFormValues: MiddlewareHandler<AuthEnv> = async (c, next) => {
  const typed = await requireForm(c, typedForm)
  if (typed.confirmed !== '' || typed.at !== '') {
    const page = localised(c.var.locale, href(paths.broadcast, { id: c.req.param('id') ?? '' }))
    c.set('back', `${page}?${new URLSearchParams(typed)}`)
  }
  await next()
}

/** Reads the typed values. @param query  of a URL made by `keepFormValues`, or of any other URL */
function formValuesIn({ confirmed, at }: Record<string, string>): BeginFormValues | undefined {
  if (confirmed === undefined || at === undefined) return undefined
  return { confirmed: confirmed.slice(0, 20), at: at.slice(0, 20) }
}
