import { z } from 'zod'
import type { Operation } from '../openapi/operation.ts'
import { paths } from '../paths.ts'

const readySchema = z.object({
  status: z.literal('ok'),
  checks: z.record(z.string(), z.string()),
  feed: z.string().optional(),
})
const unreadySchema = readySchema
  .partial()
  .extend({ status: z.enum(['starting', 'unavailable', 'stopping']), step: z.string().optional() })
const service = { section: 'service', method: 'get' } as const

export const opsOperations: readonly Operation[] = [
  {
    ...service,
    id: 'isUp',
    path: paths.health,
    summary: 'api.operations.isUp',
    answer: { status: 200, schema: z.object({ status: z.literal('ok') }) },
  },
  {
    ...service,
    id: 'isReady',
    path: paths.ready,
    summary: 'api.operations.isReady',
    answer: { status: 200, schema: readySchema },
    otherwise: { status: 503, schema: unreadySchema },
  },
]
