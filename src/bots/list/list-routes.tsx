import { Hono } from 'hono'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { limitRate } from '../../http/limit-rate.ts'
import { renderPartial, wantsPartial } from '../../http/render.tsx'
import { type Translate, translator } from '../../i18n/translate.ts'
import { ownChanges } from '../../pages/own-changes.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { showPage } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import type { BotsDeps } from '../bots-deps.ts'
import { stopAll } from '../owner/own-bots.ts'
import { listBots } from '../owner/owner-queries.ts'
import { createPerformanceHistories, type PerformanceHistories } from '../owner/performance-histories.ts'
import { type BotLine, lineOf } from './bot-line.ts'
import { BotsList } from './bots-list.tsx'
import { BotsPage } from './bots-page.tsx'
import { ComparisonPage, maxCompared } from './comparison-page.tsx'
import { readList } from './list-query.ts'

interface ListSources extends Pick<BotsDeps, 'db' | 'market'> {
  histories: PerformanceHistories
}

/** Reads the bots for a list. @param userId  the viewer; undefined for visitors, who see only public bots */
async function readLines(
  { db, market, histories }: ListSources,
  userId: string | undefined,
  t: Translate,
): Promise<BotLine[]> {
  const bots = await listBots(db, userId)
  const remembered = await histories.of(bots.map(({ row }) => row))
  return bots.map((bot, index) => lineOf(bot, remembered[index] ?? nothing, { market, t }))
}

/** Options of both pages */
const shown = (t: Translate) => ({ description: t('bots.description'), visitorSheet: 'bots' }) as const

const nothing = { marks: [], sales: 0, wins: 0 }

export function listRoutes(deps: BotsDeps) {
  const { guards, market, db, now } = deps
  const sources = { db, market, histories: createPerformanceHistories(deps) }
  const looking = limitRate(guards.visitor, { burst: 300, everyMs: 25, now })
  return new Hono<AuthEnv>()
    .get(paths.bots, looking, async (c) => {
      const t = translator(c.var.locale)
      const userId = c.var.session?.user.id
      const list = readList(c.req.query())
      const lines = await readLines(sources, userId, t)
      const isLive = market.state().name === 'live'
      const region = { list, lines, isMember: userId !== undefined, isLive }
      if (wantsPartial(c)) return renderPartial(c, <BotsList {...region} />)
      const flash = deps.flashes.take(c)
      const page = <BotsPage {...region} flash={flash} />
      return showPage(c, deps, page, { title: t('bots.title'), ...shown(t) })
    })
    .get(paths.botComparison, looking, async (c) => {
      const t = translator(c.var.locale)
      const choices = await readLines(sources, c.var.session?.user.id, t)
      const asked = [...new Set(c.req.queries('id') ?? [])]
      const byId = new Map(choices.map((line) => [line.id, line]))
      const found = asked.flatMap((id) => byId.get(id) ?? [])
      const seen = { isTooMany: found.length > maxCompared, isMissing: found.length < asked.length }
      const page = <ComparisonPage lines={found.slice(0, maxCompared)} choices={choices} {...seen} />
      return showPage(c, deps, page, { title: t('botList.comparison'), ...shown(t) })
    })
    .post(paths.botsStop, ...ownChanges(guards), async (c) => {
      const stopped = await stopAll(deps, currentUser(c).id)
      deps.flashes.leave(c, stopped > 0 ? 'botList.flashStopped' : 'botList.flashNoneRuns')
      return redirectTo(c, paths.bots)
    })
}
