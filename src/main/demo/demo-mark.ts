import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../config.ts'

export const markName = 'demo.json'

/** In the order that they are moved in: `app.db` is there once all the others are. */
export const madeFiles = [markName, 'secret', 'market.db', 'app.db'] as const

/** What `demo` has made in a data folder: of nothing else it may remove anything. */
const markSchema = z.object({
  /** ISO 8601 */
  madeAt: z.string(),
  /** Ids of accounts */
  members: z.array(z.string()),
  passwords: z.object({ administrator: z.string(), members: z.string() }),
  /** Of the administrator's second factor; base64 */
  totpKey: z.base64(),
  /** Names of the files that were moved in */
  files: z.array(z.enum(madeFiles)),
})

export type DemoMark = z.infer<typeof markSchema>

const markPath = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, markName)

export function isDemo(config: Pick<Config, 'dataDir'>): boolean {
  return existsSync(markPath(config))
}

/** Undefined where `demo` has made nothing, or the file is not its own */
export function readMark(config: Pick<Config, 'dataDir'>): DemoMark | undefined {
  if (!isDemo(config)) return undefined
  try {
    return markSchema.safeParse(JSON.parse(readFileSync(markPath(config), 'utf8'))).data
  } catch {
    return undefined
  }
}

/** For the owner of the folder alone: it has the passwords, so that they can be looked up. */
export function writeMark(config: Pick<Config, 'dataDir'>, mark: DemoMark): void {
  writeFileSync(markPath(config), `${JSON.stringify(mark, null, 2)}\n`, { mode: 0o600 })
}
