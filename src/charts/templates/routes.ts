import { Hono } from 'hono'
import { z } from 'zod'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import type { Db } from '../../db/client.ts'
import { parseBody } from '../../http/body.ts'
import { limitRate } from '../../http/limit-rate.ts'
import { problem } from '../../http/problem.ts'
import { ownChanges } from '../../pages/own-changes.ts'
import type { PageDeps } from '../../pages/page-deps.ts'
import { paths } from '../../paths.ts'
import { findTemplates, putTemplates } from './queries.ts'
import {
  type IndicatorTemplate,
  indicatorsOf,
  maxTemplateName,
  maxTemplates,
  maxTemplateText,
  type Templates,
  templateOf,
} from './templates.ts'

/** Max size of all templates as JSON, bytes */
const maxBody = 64 * 1024
const shape = `Templates are { templates: [{ name, indicators }], version }: at most ${maxTemplates}, each with a name of its own and indicators as in the address of a chart.`

const template: z.ZodType<IndicatorTemplate> = z.object({
  name: z.string().trim().normalize().min(1).max(maxTemplateName),
  indicators: z.string().max(maxTemplateText),
})
const list = z
  .array(template)
  .max(maxTemplates)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length)
const body: z.ZodType<Templates> = z.object({
  templates: list,
  version: z
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER - 1),
})

/** Whether a text has at least one indicator, and nothing that a chart would ignore */
function isExact(indicators: string): boolean {
  const read = indicatorsOf({ name: '', indicators })
  return read.length > 0 && templateOf('', read).indicators === indicators
}

/** Creates the routes that list and save the signed-in user's sets of indicators. */
export function templatesRoutes({ guards, db, now }: Pick<PageDeps, 'guards' | 'db' | 'now'>) {
  const limited = limitRate(guards.auth, { burst: 300, everyMs: 25, now })
  return new Hono<AuthEnv>()
    .get(paths.marketTemplates, limited, async (c) => c.json(await templatesOf(db, currentUser(c).id)))
    .put(paths.marketTemplates, ...ownChanges({ auth: limited }, maxBody), async (c) => {
      const { templates, version: seen } = await parseBody(c, body, shape)
      const userId = currentUser(c).id
      const stored = await templatesOf(db, userId)
      // A later version may read stored indicators otherwise; that keeps no change of other templates back.
      const kept = new Set(stored.templates.map(({ indicators }) => indicators))
      if (!templates.every(({ indicators }) => kept.has(indicators) || isExact(indicators))) {
        return problem(c, 400, shape)
      }
      // The version is at least one higher than before, so that two changes within a millisecond differ.
      const version = Math.max(now(), seen + 1)
      if (await putTemplates(db, { userId, settings: JSON.stringify(templates), seen, version })) {
        return c.json({ templates, version })
      }
      const current = await templatesOf(db, userId)
      return problem(c, 409, 'The templates have been changed since you read them', { current })
    })
}

async function templatesOf(db: Db, userId: string): Promise<Templates> {
  const row = await findTemplates(db, userId)
  // Templates whose indicators a later version no longer knows are kept; applying one shows those that are known.
  return row ? { templates: JSON.parse(row.settings), version: row.version } : { templates: [], version: 0 }
}
