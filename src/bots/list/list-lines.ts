import type { Translate } from '../../i18n/translate.ts'
import type { BotsDeps } from '../bots-deps.ts'
import { listBots } from '../owner/owner-queries.ts'
import type { PerformanceHistories } from '../performance-histories.ts'
import { type BotLine, lineOf } from './bot-line.ts'

export interface ListSources extends Pick<BotsDeps, 'db' | 'market'> {
  histories: PerformanceHistories
}

/** @param userId  the viewer; undefined for visitors, who see only public bots */
export async function readLines(
  { db, market, histories }: ListSources,
  userId: string | undefined,
  t: Translate,
): Promise<BotLine[]> {
  const bots = await listBots(db, userId)
  const remembered = await histories.of(bots.map(({ row }) => row))
  return bots.map((bot, index) => lineOf(bot, remembered[index] ?? nothing, { market, t }))
}

const nothing = { marks: [], sales: 0, wins: 0 }
