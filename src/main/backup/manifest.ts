import { z } from 'zod'

/** Databases that exist nowhere else; `content.db` can be rebuilt from the texts. */
export const savedDatabases = ['app', 'market'] as const

/** The database that contains only prices, which can be fetched from the feed again. */
export const historyDatabase = 'market'

export const manifestName = 'kurs-backup.json'

const savedFile = z.object({ bytes: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })

/** First file of a backup: lists the other files */
export const manifestSchema = z.object({
  format: z.literal(1),
  /** Time of the backup, ISO 8601 in UTC */
  madeAt: z.iso.datetime(),
  release: z.string(),
  files: z.partialRecord(z.enum(['app.db', 'market.db', 'secret']), savedFile),
  /** Databases that were left out on purpose. A restored server fetches their data again */
  without: z.array(z.string()).optional(),
})

export type Manifest = z.infer<typeof manifestSchema>
export type SavedName = keyof Manifest['files']

export function isSavedName(name: string): name is SavedName {
  return name === 'app.db' || name === 'market.db' || name === 'secret'
}
