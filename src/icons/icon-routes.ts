import { Hono } from 'hono'
import { z } from 'zod'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import { limitRate } from '../http/limit-rate.ts'
import { problem } from '../http/problem.ts'
import { described, documented, type OperationDescription } from '../openapi/operation.ts'
import { paths } from '../paths.ts'
import { findIcon } from '../ui/icon-data.ts'
import type { FoundIcon, IconService } from './icon-service.ts'
import { iconName, maxName, neutralGlyph, type SetIcon } from './icon-set.ts'

export interface IconDeps {
  /** Client of the icon service; undefined if none is configured, so that only local icons exist */
  service: IconService | undefined
  now?: (() => number) | undefined
}

const localSet = 'lucide'
const maxNames = 100

const expectedSet = 'an icon set name with .json, such as lucide.json'
const expectedNames = `icons: 1 to ${maxNames} comma-separated names of lowercase letters, digits and hyphens`
const oneName = z.string().max(maxName, expectedNames).regex(iconName, expectedNames)
const question = z.object({
  file: z
    .string()
    .endsWith('.json', expectedSet)
    .transform((file) => file.slice(0, -'.json'.length))
    .pipe(z.string().max(maxName, expectedSet).regex(iconName, expectedSet)),
  icons: z
    .string(expectedNames)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(oneName).max(maxNames, expectedNames)),
})

const iconsLimit = { burst: 60, everyMs: 250 }

const icon = z.object({ body: z.string(), width: z.number(), height: z.number() }).loose()

const listIcons: OperationDescription = {
  id: 'listIcons',
  section: 'service',
  summary: 'api.operations.listIcons',
  params: {
    file: z
      .string()
      .regex(/^[a-z0-9-]+\.json$/)
      .meta({ ...described('api.fields.iconSet'), examples: ['lucide.json'] }),
  },
  query: z.object({ icons: z.string().meta({ ...described('api.fields.icons'), examples: ['house,search'] }) }),
  answer: {
    status: 200,
    schema: z.object({
      prefix: z.string(),
      aliases: z.record(z.string(), z.unknown()),
      icons: z.record(z.string(), icon),
      not_found: z.array(z.string()).optional(),
    }),
  },
  refusals: [400, 404],
}

/** Icons by name, in the API of Iconify's clients. */
export function iconRoutes({ service, now = Date.now }: IconDeps) {
  // Requests are limited: a page sends one per icon set, and each may cause a request to the icon service.
  const limited = limitRate(anyone, { ...iconsLimit, now })
  return new Hono<AppEnv>().get(paths.icons, documented(limited, listIcons), async (c) => {
    const asked = question.safeParse({ file: c.req.param('file'), icons: c.req.query('icons') })
    if (!asked.success) {
      const detail = [...new Set(asked.error.issues.map(({ message }) => `Expected ${message}.`))].join(' ')
      return problem(c, 400, 'Invalid icon request', { detail })
    }
    const { file: set, icons: names } = asked.data
    if (set !== localSet && !service) {
      return problem(c, 404, 'Unknown icon set', { detail: `Available set: ${localSet}.` })
    }
    const found = await findIcons(set, names, service)
    const isWhole = [...found.values()].every((icon) => icon !== 'failed')
    c.header('cache-control', isWhole ? 'public, max-age=86400' : 'no-store')
    return c.json(answerOf(set, found))
  })
}

async function findIcons(set: string, names: readonly string[], service: IconService | undefined) {
  const local = new Map<string, FoundIcon>()
  for (const name of names) {
    const icon = set === localSet ? findIcon(name) : undefined
    if (icon) local.set(name, icon)
  }
  const others = names.filter((name) => !local.has(name))
  if (others.length === 0) return local
  const found = service ? await service.find(set, others) : new Map(others.map((name) => [name, 'missing'] as const))
  return new Map([...local, ...found])
}

function answerOf(prefix: string, found: ReadonlyMap<string, FoundIcon>) {
  const icons: Record<string, SetIcon> = {}
  const missing: string[] = []
  for (const [name, icon] of found) {
    if (icon === 'missing') missing.push(name)
    else icons[name] = icon === 'failed' ? neutralGlyph : icon
  }
  return { prefix, aliases: {}, icons, ...(missing.length > 0 && { not_found: missing }) }
}
