import { z } from 'zod'
import { paths } from '../paths.ts'
import type { Operation } from './operation.ts'

const part = z.record(z.string(), z.unknown())

export const openApiOperations: readonly Operation[] = [
  {
    id: 'readDocument',
    method: 'get',
    path: paths.openApi,
    section: 'service',
    summary: 'api.operations.readDocument',
    answer: {
      status: 200,
      schema: z.object({
        openapi: z.string(),
        info: part,
        servers: z.array(part),
        tags: z.array(part),
        paths: part,
        components: part,
      }),
    },
  },
]
