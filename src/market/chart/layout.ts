import * as z from 'zod/mini'

/** At most so many layouts of one person */
export const mostLayouts = 50

export const layoutNameSchema = z.string().check(z.trim(), z.normalize(), z.minLength(1), z.maxLength(60))

/** An arrangement of charts: what each of them shows, as its address says it, and whether they move together. */
export const layoutBodySchema = z.object({
  /** One, two beside each other, or four; parameters of an address each: `asset=BTCUSDT&tf=60` */
  charts: z.array(z.string().check(z.maxLength(500))).check(z.refine(({ length }) => [1, 2, 4].includes(length))),
  /** Whether crosshair and span of time are the same in all charts */
  isLinked: z.boolean(),
})
export type LayoutBody = z.infer<typeof layoutBodySchema>

const layoutSchema = z.object({ id: z.string(), name: z.string(), updatedAt: z.number(), body: layoutBodySchema })

/** A layout that is kept under a name. */
export type Layout = z.infer<typeof layoutSchema>

/** Reads one layout as the server answers it; nothing when it is something else. */
export function readLayout(value: unknown): Layout | undefined {
  return layoutSchema.safeParse(value).data
}

/** Reads the list of layouts as the server answers it; nothing when it is something else. */
export function readLayouts(value: unknown): Layout[] | undefined {
  return z.object({ layouts: z.array(layoutSchema) }).safeParse(value).data?.layouts
}
