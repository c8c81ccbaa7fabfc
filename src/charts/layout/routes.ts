import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { parseBody } from '../../http/body.ts'
import { AppError, NotFoundError } from '../../http/errors.ts'
import { limitRate } from '../../http/limit-rate.ts'
import { problem } from '../../http/problem.ts'
import { ownChanges } from '../../pages/own-changes.ts'
import type { PageDeps } from '../../pages/page-deps.ts'
import { paths } from '../../paths.ts'
import { maxLayouts } from './layout.ts'
import { deleteLayout } from './queries.ts'
import {
  addLayout,
  changeLayout,
  type LayoutOutcome,
  layoutBodySchema,
  layoutNameSchema,
  layoutsOf,
} from './saved-layouts.ts'

/** Max size of a layout as JSON, bytes */
const maxBody = 8 * 1024
const shape = 'A layout is { name, body: { charts, isLinked } }.'

const newLayout = z.object({ name: layoutNameSchema, body: layoutBodySchema })
const changedLayout = newLayout.partial().extend({ seen: z.int() })

/** Creates the routes that list, save and delete the signed-in user's layouts. */
export function layoutsRoutes({ guards, db, now }: Pick<PageDeps, 'guards' | 'db' | 'now'>) {
  const limited = limitRate(guards.auth, { burst: 300, everyMs: 25, now })
  const changes = ownChanges({ auth: limited }, maxBody)
  return new Hono<AuthEnv>()
    .get(paths.marketLayouts, limited, async (c) => c.json({ layouts: await layoutsOf(db, currentUser(c).id) }))
    .post(paths.marketLayouts, ...changes, async (c) => {
      const layout = await parseBody(c, newLayout, shape)
      return answer(c, await addLayout(db, currentUser(c).id, layout, now()), 201)
    })
    .put(paths.marketLayout, ...changes, async (c) => {
      const change = await parseBody(c, changedLayout, shape)
      return answer(c, await changeLayout(db, currentUser(c).id, c.req.param('id'), { ...change, now: now() }), 200)
    })
    .delete(paths.marketLayout, ...changes, async (c) => {
      if (!(await deleteLayout(db, currentUser(c).id, c.req.param('id')))) throw new NotFoundError(c.req.path)
      return c.body(null, 204)
    })
}

function answer(c: Context, outcome: LayoutOutcome, status: 200 | 201) {
  switch (outcome.status) {
    case 'saved':
      return c.json(outcome.layout, status)
    case 'changed':
      // The response contains the current version of the layout, so that the owner can decide which version to keep.
      return problem(c, 409, 'This layout has been changed since you opened it', { layout: outcome.layout })
    case 'taken':
      return problem(c, 409, 'A layout with this name already exists')
    case 'full':
      throw new AppError(422, `The limit of ${maxLayouts} layouts is reached: delete some first.`)
    case 'missing':
      throw new NotFoundError(c.req.path)
  }
}
