import { z } from 'zod'
import { isChartCount, type LayoutBody, maxChart } from './layout.ts'

export const layoutNameSchema = z.string().trim().normalize().min(1).max(60)

export const layoutBodySchema: z.ZodType<LayoutBody> = z.object({
  charts: z.array(z.string().max(maxChart)).refine(({ length }) => isChartCount(length)),
  isLinked: z.boolean(),
})
