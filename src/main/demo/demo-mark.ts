import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../config.ts'

export const markName = 'demo.json'

/** In the order in which they are moved in: `app.db` is last, so its presence means that all others are there. */
export const madeFiles = [markName, 'secret', 'market.db', 'app.db'] as const

/** Record of what `demo` created in a data folder; nothing else may be removed. */
const markSchema = z.object({
  /** ISO 8601 */
  madeAt: z.string(),
  /** Account ids */
  members: z.array(z.string()),
  passwords: z.object({ administrator: z.string(), members: z.string() }),
  /** Key of the administrator's second factor; base64 */
  totpKey: z.base64(),
  /** Names of the files that were moved in */
  files: z.array(z.enum(madeFiles)),
})

export type DemoMark = z.infer<typeof markSchema>

const markPath = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, markName)

export function isDemo(config: Pick<Config, 'dataDir'>): boolean {
  return existsSync(markPath(config))
}

/** Undefined if `demo` has not filled this folder or the file is invalid */
export function readMark(config: Pick<Config, 'dataDir'>): DemoMark | undefined {
  if (!isDemo(config)) return undefined
  try {
    return markSchema.safeParse(JSON.parse(readFileSync(markPath(config), 'utf8'))).data
  } catch {
    return undefined
  }
}

/** Writes the mark with mode 0600, because it contains the passwords for later look-up. */
export function writeMark(config: Pick<Config, 'dataDir'>, mark: DemoMark): void {
  writeFileSync(markPath(config), `${JSON.stringify(mark, null, 2)}\n`, { mode: 0o600 })
}
