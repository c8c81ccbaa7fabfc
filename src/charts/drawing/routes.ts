import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { parseBody } from '../../http/body.ts'
import { AppError, NotFoundError } from '../../http/errors.ts'
import { limitRate } from '../../http/limit-rate.ts'
import type { Market } from '../../market/market.ts'
import { ownChanges } from '../../pages/own-changes.ts'
import type { PageDeps } from '../../pages/page-deps.ts'
import { paths } from '../../paths.ts'
import {
  type DrawingBody,
  dashes,
  drawingColor,
  drawingKinds,
  isDrawingId,
  isSound,
  lastTime,
  maxDrawings,
  maxOrder,
  maxPrice,
  maxText,
  maxWidth,
} from './drawing.ts'
import { deleteDrawing, findDrawingOwner, listDrawings, putDrawing } from './queries.ts'

const point = z.tuple([z.int().min(0).max(lastTime), z.number().min(-maxPrice).max(maxPrice)])

export const drawingBodySchema: z.ZodType<DrawingBody> = z
  .object({
    kind: z.enum(drawingKinds),
    points: z.tuple([point, point], point),
    color: z.string().regex(drawingColor),
    width: z.int().min(1).max(maxWidth).optional(),
    dash: z.enum(dashes).optional(),
    text: z.string().max(maxText).optional(),
    size: z.number().min(0).max(maxPrice).optional(),
    isLocked: z.literal(true).optional(),
    order: z.int().min(-maxOrder).max(maxOrder).optional(),
  })
  .refine(isSound)

export interface DrawingsDeps extends Pick<PageDeps, 'guards' | 'db' | 'now'> {
  market: Pick<Market, 'instrument'>
}

/** Max size of a drawing as JSON, bytes: a brush has up to 150 points of at most 40 characters. */
const maxBody = 8192
const shape =
  'A drawing is { kind, points: [[ms, price], …], color: "#rrggbb" or "#rrggbbaa", width?, dash?, text?, size?, isLocked?, order? }.'

/** Creates the routes that load and save the signed-in user's drawings. */
export function drawingsRoutes({ guards, db, now, market }: DrawingsDeps) {
  const limited = limitRate(guards.auth, { burst: 300, everyMs: 25, now })
  const changes = ownChanges({ auth: limited }, maxBody)
  const assetOf = (c: Context<AuthEnv>) => {
    const asset = c.req.query('asset') ?? ''
    if (!market.instrument(asset)) throw new AppError(400, 'Add a traded asset to the query, such as ?asset=BTCUSDT.')
    return asset
  }

  return new Hono<AuthEnv>()
    .get(paths.marketDrawings, limited, async (c) => {
      const rows = await listDrawings(db, currentUser(c).id, assetOf(c), maxDrawings)
      return c.json({ drawings: rows.map(({ id, body }) => ({ id, ...JSON.parse(body) })) })
    })
    .put(paths.marketDrawing, ...changes, async (c) => {
      const [userId, asset, id] = [currentUser(c).id, assetOf(c), c.req.param('id')]
      if (!isDrawingId(id)) throw new AppError(400, "A drawing's ID must be a lowercase UUID.")
      const body = JSON.stringify(await parseBody(c, drawingBodySchema, shape))
      if (await putDrawing(db, { id, userId, asset, body, now: now() }, maxDrawings)) return c.body(null, 204)
      // The drawing's ID belongs to another user or asset, so the answer is the same as if it did not exist.
      if (await findDrawingOwner(db, id)) throw new NotFoundError(c.req.path)
      throw new AppError(422, `The limit of ${maxDrawings} drawings on ${asset} is reached: delete some first.`)
    })
    .delete(paths.marketDrawing, ...changes, async (c) => {
      if (!(await deleteDrawing(db, currentUser(c).id, c.req.param('id')))) throw new NotFoundError(c.req.path)
      return c.body(null, 204)
    })
}
