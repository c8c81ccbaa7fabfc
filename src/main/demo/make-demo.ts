import type { Config } from '../../config.ts'
import { makeDataFolder } from '../databases.ts'
import { borrowFeed } from '../other-processes.ts'
import { contentsOf, dropAside, isCutOff, openAside, publishAside, removeMade } from './demo-folder.ts'
import { type DemoMark, markName, readMark } from './demo-mark.ts'
import { type FillOptions, fillDemo } from './fill-demo.ts'

export type MakeOutcome =
  | { status: 'made'; mark: DemoMark }
  /** The example is there already */
  | { status: 'known'; mark: DemoMark }
  /** What is in the folder */
  | { status: 'occupied'; names: string[] }
  /** A server follows prices for this folder */
  | { status: 'busy' }

/**
 * Fills an empty data folder, or one in which this was cut off. The example is made aside and moved in when it is whole;
 * every other outcome, an error too, changes nothing.
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
