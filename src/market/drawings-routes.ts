import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type AuthEnv, type GuardDeps, guard, readSession } from '../auth/middleware.ts'
import { AppError, NotFoundError } from '../http/errors.ts'
import { paths } from '../paths.ts'
import { drawingBodySchema, isDrawingId, mostDrawings } from './chart/drawing.ts'
import { deleteDrawing, findDrawingOwner, listDrawings, putDrawing } from './drawing-queries.ts'
import type { Market } from './market.ts'

export interface DrawingsDeps {
  guards: GuardDeps
  market: Pick<Market, 'instrument'>
}

/** Longest drawing as JSON, bytes */
const maxBody = 2048

/** What people have drawn on their charts: their own only, whatever the language of the page. */
export function drawingsRoutes({ guards, market }: DrawingsDeps) {
  const { db, now } = guards.auth
  const assetOf = (c: Context<AuthEnv>) => {
    const asset = c.req.query('asset') ?? ''
    if (!market.instrument(asset)) throw new AppError(400, 'Name a traded asset in the address: ?asset=BTCUSDT.')
    return asset
  }

  return new Hono<AuthEnv>()
    .use(`${paths.marketDrawings}/*`, ...ownThings(guards, maxBody))
    .get(paths.marketDrawings, async (c) => {
      const rows = await listDrawings(db, ownerOf(c), assetOf(c), mostDrawings)
      return c.json({ drawings: rows.map(({ id, body }) => ({ id, ...JSON.parse(body) })) })
    })
    .put(paths.marketDrawing, async (c) => {
      const [userId, asset, id] = [ownerOf(c), assetOf(c), c.req.param('id')]
      if (!isDrawingId(id)) throw new AppError(400, 'A drawing is named by a UUID in lower case.')
      const parsed = drawingBodySchema.safeParse(await c.req.json().catch(() => undefined))
      if (!parsed.success)
        throw new AppError(400, 'A drawing is { kind, points: [[ms, price], [ms, price]], color: "#rrggbb" }.')
      const body = JSON.stringify(parsed.data)
      if (await putDrawing(db, { id, userId, asset, body, now: now() }, mostDrawings)) return c.body(null, 204)
      // Kept under this name is what belongs to somebody else or to another asset: no more is said of it.
      if (await findDrawingOwner(db, id)) throw new NotFoundError(c.req.path)
      throw new AppError(422, `There are ${mostDrawings} drawings on ${asset} already: delete some first.`)
    })
    .delete(paths.marketDrawing, async (c) => {
      if (!(await deleteDrawing(db, ownerOf(c), c.req.param('id')))) throw new NotFoundError(c.req.path)
      return c.body(null, 204)
    })
}

/** Guards what belongs to one person each: who asks, a bearable size, and no changes through somebody else's eyes. */
export function ownThings(guards: GuardDeps, maxSize: number) {
  const tooLarge = () => {
    throw new AppError(413, `The request is larger than ${maxSize} bytes.`)
  }
  const refuseForeign = async (c: Context<AuthEnv>, next: () => Promise<void>) => {
    if (c.req.method !== 'GET' && c.var.session?.impersonatorId !== null)
      throw new AppError(403, 'Who looks at the site as somebody else changes nothing there.')
    await next()
  }
  return [readSession(guards), guard('auth', guards), refuseForeign, bodyLimit({ maxSize, onError: tooLarge })] as const
}

/** Who is signed in, behind the guard `auth`. */
export function ownerOf(c: Context<AuthEnv>): string {
  const { session } = c.var
  if (!session) throw new AppError(401, 'Sign in first.')
  return session.user.id
}
