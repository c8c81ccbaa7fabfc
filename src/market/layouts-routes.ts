import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AuthEnv, GuardDeps } from '../auth/middleware.ts'
import { AppError, NotFoundError } from '../http/errors.ts'
import { paths } from '../paths.ts'
import { layoutBodySchema, layoutNameSchema, mostLayouts } from './chart/layout.ts'
import { ownerOf, ownThings } from './drawings-routes.ts'
import { deleteLayout } from './layout-queries.ts'
import { addLayout, changeLayout, type LayoutOutcome, layoutsOf } from './layouts.ts'

/** Longest layout as JSON, bytes */
const maxBody = 8 * 1024

const newLayout = z.object({ name: layoutNameSchema, body: layoutBodySchema })
const changedLayout = newLayout.partial().extend({ seen: z.int() })

/** Arrangements of charts that people keep under names: their own only. */
export function layoutsRoutes({ guards }: { guards: GuardDeps }) {
  const { db, now } = guards.auth
  return new Hono<AuthEnv>()
    .use(`${paths.marketLayouts}/*`, ...ownThings(guards, maxBody))
    .get(paths.marketLayouts, async (c) => c.json({ layouts: await layoutsOf(db, ownerOf(c)) }))
    .post(paths.marketLayouts, async (c) => {
      const layout = await readBody(c, newLayout)
      return answer(c, await addLayout(db, ownerOf(c), layout, now()), 201)
    })
    .put(paths.marketLayout, async (c) => {
      const change = await readBody(c, changedLayout)
      return answer(c, await changeLayout(db, ownerOf(c), c.req.param('id'), { ...change, now: now() }), 200)
    })
    .delete(paths.marketLayout, async (c) => {
      if (!(await deleteLayout(db, ownerOf(c), c.req.param('id')))) throw new NotFoundError(c.req.path)
      return c.body(null, 204)
    })
}

async function readBody<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.infer<Schema>> {
  const parsed = schema.safeParse(await c.req.json().catch(() => undefined))
  if (parsed.success) return parsed.data
  const places = parsed.error.issues.map(({ path }) => path.join('.') || 'the body').join(', ')
  throw new AppError(400, `Not as a layout has it: ${places}. It is { name, body: { charts, isLinked } }.`)
}

function answer(c: Context, outcome: LayoutOutcome, status: 200 | 201) {
  switch (outcome.status) {
    case 'saved':
      return c.json(outcome.layout, status)
    case 'changed':
      // What is there now comes along, so that its owner can decide.
      return c.json({ ...problemOf(c, 'This layout was changed meanwhile'), layout: outcome.layout }, 409, {
        'content-type': 'application/problem+json',
      })
    case 'taken':
      return c.json(problemOf(c, 'There is a layout of this name'), 409, { 'content-type': 'application/problem+json' })
    case 'full':
      throw new AppError(422, `There are ${mostLayouts} layouts already: delete some first.`)
    case 'missing':
      throw new NotFoundError(c.req.path)
  }
}

function problemOf(c: Context, title: string) {
  return { type: 'about:blank', title, status: 409, instance: c.req.path }
}
