import type { Config } from '../../config.ts'
import { makeDataFolder } from '../databases.ts'
import { borrowFeed } from '../other-processes.ts'
import { contentsOf, dropAside, isCutOff, openAside, publishAside, removeMade } from './demo-folder.ts'
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
  if (mark && !isCutOff(config)) return { status: 'known', mark }
  const names = isCutOff(config) ? [] : contentsOf(config)
  if (names.length > 0) return { status: 'occupied', names }
  await makeDataFolder(config)
  await using lock = await borrowFeed(config)
  if (!lock) return { status: 'busy' }
  if (isCutOff(config)) removeMade(config, mark?.files ?? [markName, 'market.db'])
  try {
    const aside = await openAside(config)
    const made = await fillDemo(aside, options)
    publishAside(config, aside.files)
    return { status: 'made', mark: made }
  } finally {
    dropAside(config)
  }
}
