import * as z from 'zod/mini'

export const mostLayouts = 50

export const layoutNameSchema = z.string().check(z.trim(), z.normalize(), z.minLength(1), z.maxLength(60))

export const layoutBodySchema = z.object({
  /** Parameters of an address each: `asset=BTCUSDT&tf=60` */
  charts: z.array(z.string().check(z.maxLength(500))).check(z.refine(({ length }) => [1, 2, 4].includes(length))),
  isLinked: z.boolean(),
})
export type LayoutBody = z.infer<typeof layoutBodySchema>

const layoutSchema = z.object({ id: z.string(), name: z.string(), updatedAt: z.number(), body: layoutBodySchema })

export type Layout = z.infer<typeof layoutSchema>

export function readLayout(value: unknown): Layout | undefined {
  return layoutSchema.safeParse(value).data
}

export function readLayouts(value: unknown): Layout[] | undefined {
  return z.object({ layouts: z.array(layoutSchema) }).safeParse(value).data?.layouts
}
