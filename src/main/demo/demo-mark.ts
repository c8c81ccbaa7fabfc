import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../config.ts'

export const markName = 'demo.json'

/** Files in the order in which they are moved in: `app.db` is last, so its presence means that all others are there. */
export const madeFiles = [markName, 'secret', 'market.db', 'app.db'] as const

/** Record of the data that `demo` created in a data folder; the removal deletes only this data. */
const markSchema = z.object({
  /** Time of creation, ISO 8601 */
  madeAt: z.string(),
  /** IDs of the created accounts */
  members: z.array(z.string()),
  passwords: z.object({ administrator: z.string(), members: z.string() }),
  /** Key of the administrator's second factor; base64 */
  totpKey: z.base64(),
  /** Names of the files that were moved into the data folder */
  files: z.array(z.enum(madeFiles)),
})

export type DemoMark = z.infer<typeof markSchema>

const markPath = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, markName)

export function isDemo(config: Pick<Config, 'dataDir'>): boolean {
  return existsSync(markPath(config))
}

/** Reads the mark; undefined if `demo` has not filled this folder or the file is invalid */
export function readMark(config: Pick<Config, 'dataDir'>): DemoMark | undefined {
  if (!isDemo(config)) return undefined
  try {
    return markSchema.safeParse(JSON.parse(readFileSync(markPath(config), 'utf8'))).data
  } catch {
    return undefined
  }
}

/** Writes the mark with mode 0600, because it contains passwords, which the operator can look up later. */
export function writeMark(config: Pick<Config, 'dataDir'>, mark: DemoMark): void {
  writeFileSync(markPath(config), `${JSON.stringify(mark, null, 2)}\n`, { mode: 0o600 })
}
