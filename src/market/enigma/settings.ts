import { z } from 'zod'

/** Columns that can be left out; the asset, its price and the star are always there. */
export const columns = ['change', 'range', 'volume', 'volatility', 'spark'] as const
export const views = ['table', 'compact', 'cards'] as const

export type Column = (typeof columns)[number]
export type View = (typeof views)[number]

/** How one person likes the list of assets. */
export interface ListSettings {
  view: View
  columns: Column[]
}

export const defaultSettings: ListSettings = { view: 'table', columns: [...columns] }

const settingsSchema = z.object({
  view: z.enum(views).catch('table'),
  columns: z
    .union([z.array(z.string()), z.string().transform((one) => [one])])
    .catch([])
    .transform((names) => columns.filter((column) => names.includes(column))),
})

/** Settings out of a form or of what was kept; what is not understood is as the list is for everybody. */
export function readSettings(value: unknown): ListSettings {
  const parsed = settingsSchema.safeParse(value)
  return parsed.success ? parsed.data : defaultSettings
}

/** Settings as they are kept. */
export function parseSettings(json: string | undefined): ListSettings {
  if (json === undefined) return defaultSettings
  try {
    return readSettings(JSON.parse(json))
  } catch {
    // Kept by a version that wrote something else: as for somebody who has chosen nothing.
    return defaultSettings
  }
}
