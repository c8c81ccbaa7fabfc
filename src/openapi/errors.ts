import { z } from 'zod'
import { described } from './operation.ts'

export const errorSchemas = {
  /** RFC 9457, the format of `problem` */
  problem: z.object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional().meta(described('api.fields.detail')),
    errors: z.array(z.record(z.string(), z.unknown())).optional().meta(described('api.fields.errors')),
    instance: z.string(),
  }),
  /** Format of `jsonError` */
  protocol: z.object({
    error: z.literal(true),
    url: z.string(),
    statusCode: z.int(),
    statusMessage: z.string(),
    message: z.string(),
    data: z.object({ path: z.string() }),
  }),
} as const
