import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { rowOf } from '../../market/candle.ts'
import { candlesAt } from '../../market/candles-at.ts'
import { type Market, readConsistently } from '../../market/market.ts'
import { firstCount } from '../canvas/dimensions.ts'
import type { ChartState } from '../chart-state.ts'
import {
  arrangementOf,
  isChartCount,
  type Layout,
  type LayoutBody,
  maxChart,
  maxLayouts,
  parseArrangement,
  type WorkspaceProps,
} from './layout.ts'
import { findLayout, hasLayoutNamed, insertLayout, type LayoutRow, listLayouts, updateLayout } from './queries.ts'

export const layoutNameSchema = z.string().trim().normalize().min(1).max(60)

export const layoutBodySchema: z.ZodType<LayoutBody> = z.object({
  charts: z.array(z.string().max(maxChart)).refine(({ length }) => isChartCount(length)),
  isLinked: z.boolean(),
})

export interface SavedLayout {
  name: string
  body: LayoutBody
}

export type LayoutOutcome =
  | { status: 'saved'; layout: Layout }
  | { status: 'taken' }
  | { status: 'full' }
  | { status: 'missing' }
  /** The layout was changed meanwhile, perhaps by the same user in another window */
  | { status: 'changed'; layout: Layout }

export async function layoutsOf(db: Db, userId: string): Promise<Layout[]> {
  return (await listLayouts(db, userId, maxLayouts)).map(layoutOf)
}

/**
 * Finds the charts of an address, or of the layout that the address names; undefined if the user has no such layout.
 * Assets that are no longer traded are replaced by the first asset, except in the first chart of an address.
 */
export async function findWorkspace(
  db: Db,
  userId: string,
  { query, replay }: { query: URLSearchParams; replay: number | undefined },
  market: Pick<Market, 'instrument' | 'instruments' | 'candles'>,
): Promise<WorkspaceProps | undefined> {
  const initialAsset = market.instruments[0]?.asset ?? ''
  const traded = (state: ChartState) => (market.instrument(state.asset) ? state : { ...state, asset: initialAsset })
  const layouts = await layoutsOf(db, userId)
  const named = layouts.find(({ id }) => id === query.get('layout'))
  if (query.has('layout') && !named && !query.has('asset')) return undefined
  const isNamed = named !== undefined && !query.has('asset')
  const asked = isNamed ? arrangementOf(named.body, initialAsset) : parseArrangement(query, initialAsset)
  const charts = asked.charts.map((state, number) => (number === 0 && !isNamed ? state : traded(state)))
  const others = await Promise.all(
    charts.slice(1).map(({ asset, tf, indicators }) =>
      readConsistently(market, async () => {
        const instrument = market.instrument(asset)
        const candles = await candlesAt(market, { asset, tf, until: replay, limit: firstCount({ indicators, tf }) })
        return instrument ? candles.map((candle) => rowOf(candle, instrument)) : []
      }),
    ),
  )
  return { owner: userId, arrangement: { ...asked, charts }, others, layouts, layoutId: named?.id }
}

export async function addLayout(db: Db, userId: string, { name, body }: SavedLayout, now: number) {
  const row = { id: Bun.randomUUIDv7('hex', now), userId, name, body: JSON.stringify(body), updatedAt: now }
  if (await insertLayout(db, row, maxLayouts)) return saved(row)
  return { status: (await hasLayoutNamed(db, userId, name)) ? 'taken' : 'full' } satisfies LayoutOutcome
}

/**
 * Changes a saved layout. @param seen  `updatedAt` of the version that the user changed; if a newer version exists, the
 * result is `changed`
 */
export async function changeLayout(
  db: Db,
  userId: string,
  id: string,
  { name, body, seen, now }: Partial<SavedLayout> & { seen: number; now: number },
): Promise<LayoutOutcome> {
  const before = await findLayout(db, userId, id)
  if (!before) return { status: 'missing' }
  const row = {
    ...before,
    name: name ?? before.name,
    body: body ? JSON.stringify(body) : before.body,
    // The version number is at least one higher than before, so that two changes within a millisecond differ.
    updatedAt: Math.max(now, before.updatedAt + 1),
  }
  if (await updateLayout(db, row, seen)) return saved(row)
  const current = await findLayout(db, userId, id)
  if (!current) return { status: 'missing' }
  return current.updatedAt === seen ? { status: 'taken' } : { status: 'changed', layout: layoutOf(current) }
}

function saved(row: LayoutRow): LayoutOutcome {
  return { status: 'saved', layout: layoutOf(row) }
}

function layoutOf({ id, name, body, updatedAt }: LayoutRow): Layout {
  return { id, name, updatedAt, body: layoutBodySchema.parse(JSON.parse(body)) }
}
