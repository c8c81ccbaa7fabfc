import type { Config } from '../../config.ts'
import { makeDataFolder } from '../databases.ts'
import { lockFeedForCommand } from '../other-processes.ts'
import { contentsOf, isInterrupted, openStaging, publishStaging, removeMade, removeStaging } from './demo-folder.ts'
import { type DemoMark, markName, readMark } from './demo-mark.ts'
import { type FillOptions, fillDemo } from './fill-demo.ts'

export type MakeOutcome =
  | { status: 'made'; mark: DemoMark }
  /** The demo data exists already */
  | { status: 'known'; mark: DemoMark }
  /** Names of the files in the folder */
  | { status: 'occupied'; names: string[] }
  /** A server follows prices in this folder */
  | { status: 'busy' }

/**
 * Fills an empty data folder, or one in which `demo` was interrupted. The data is prepared in a separate folder and
 * moved in when complete; any other outcome or error changes nothing.
 */
export async function makeDemo(config: Config, options: FillOptions = {}): Promise<MakeOutcome> {
  const mark = readMark(config)
  if (mark && !isInterrupted(config)) return { status: 'known', mark }
  const names = isInterrupted(config) ? [] : contentsOf(config)
  if (names.length > 0) return { status: 'occupied', names }
  await makeDataFolder(config)
  await using lock = await lockFeedForCommand(config)
  if (!lock) return { status: 'busy' }
  if (isInterrupted(config)) removeMade(config, mark?.files ?? [markName, 'market.db'])
  try {
    const aside = await openStaging(config)
    const made = await fillDemo(aside, options)
    publishStaging(config, aside.files)
    return { status: 'made', mark: made }
  } finally {
    removeStaging(config)
  }
}
