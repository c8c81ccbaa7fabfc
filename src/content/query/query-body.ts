import { z } from 'zod'

export const requestBody = z.object({ sql: z.string() })
