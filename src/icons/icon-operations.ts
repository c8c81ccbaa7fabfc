import { z } from 'zod'
import { described, type Operation } from '../openapi/operation.ts'
import { paths } from '../paths.ts'

export const iconsLimit = { burst: 60, everyMs: 250 }

const icon = z.object({ body: z.string(), width: z.number(), height: z.number() }).loose()

export const iconOperations: readonly Operation[] = [
  {
    id: 'listIcons',
    method: 'get',
    path: paths.icons,
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
    limit: iconsLimit,
  },
]
