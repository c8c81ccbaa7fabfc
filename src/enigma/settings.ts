import { z } from 'zod'

/** Optional columns of the table; the asset, its price and the star are always shown. */
export const columns = [
  'change',
  'week',
  'month',
  'range',
  'volume',
  'volatility',
  'deviation',
  'rsi',
  'sma',
  'spark',
] as const
export const views = ['table', 'compact', 'cards'] as const

export type Column = (typeof columns)[number]
type View = (typeof views)[number]

export interface ListSettings {
  view: View
  columns: Column[]
}

const defaultSettings: ListSettings = { view: 'table', columns: ['change', 'range', 'volume', 'volatility', 'spark'] }

export const settingsSchema = z.object({
  view: z.enum(views).catch('table'),
  columns: z
    .union([z.array(z.string()), z.string().transform((one) => [one])])
    .catch([])
    .transform((names) => columns.filter((column) => names.includes(column))),
})

/** Parses the settings of the list. Falls back to the default settings if the value is invalid. */
export function readSettings(value: unknown): ListSettings {
  const parsed = settingsSchema.safeParse(value)
  return parsed.success ? parsed.data : defaultSettings
}

export function parseSettings(json: string | undefined): ListSettings {
  if (json === undefined) return defaultSettings
  try {
    return readSettings(JSON.parse(json))
  } catch {
    // The settings may have been written by another version of the site.
    return defaultSettings
  }
}
