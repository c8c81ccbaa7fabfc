import { setImmediate } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import type { Db } from '../../db/client.ts'
import { NotFoundError } from '../../http/errors.ts'
import { renderPartial, wantsPartial } from '../../http/render.tsx'
import { translator } from '../../i18n/translate.ts'
import { createRateLimit } from '../../limits/rate-limit.ts'
import { ownChanges } from '../../pages/own-changes.ts'
import { requireForm, textField } from '../../pages/parse-form.ts'
import { redirectBack, redirectTo } from '../../pages/redirects.ts'
import { type PageStatus, showPage } from '../../pages/show-page.ts'
import { href, paths } from '../../paths.ts'
import { fullPath } from '../../shell/address.ts'
import { byteOrderMark, csvLine } from '../../ui/list/csv.ts'
import { decimalText } from '../backtest/backtest-answer.ts'
import type { BotsDeps } from '../bots-deps.ts'
import { createDriftChecks } from '../drift/check-drift.ts'
import { moneyDigits } from '../engine/money.ts'
import { nameOf } from '../owner/bot-name.ts'
import { removeBot, shareBot } from '../owner/own-bots.ts'
import { findBot, findSharedBot, listTrades, type PlannedBot } from '../owner/owner-queries.ts'
import { createPerformanceHistories, type PerformanceHistories } from '../owner/performance-histories.ts'
import type { BotRow } from '../running/runner-queries.ts'
import { actOnBot } from './act-on-bot.ts'
import { readPlaces } from './bot-links.tsx'
import { BotPage } from './bot-page.tsx'
import { BotRegion } from './bot-region.tsx'
import { readBot, readRevisions, readStatistics } from './bot-view.ts'

const columns = ['id', 'time', 'side', 'price', 'quantity', 'fee', 'profit', 'reason', 'caught_up']
const pageSize = 1000

/**
 * Streams a bot's trades as CSV, newest first, as exact decimals, with times in UTC. Reads a page of trades only when
 * the previous one was consumed.
 */
function tradesCsv(db: Db, { id, priceDigits, volumeDigits }: BotRow): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let before: number | undefined
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(byteOrderMark + csvLine(columns))),
    pull: async (controller) => {
      await setImmediate()
      const trades = await listTrades(db, id, { limit: pageSize, ...(before !== undefined && { before }) })
      const lines = trades.map((trade) =>
        csvLine([
          trade.id,
          new Date(trade.time).toISOString(),
          trade.side,
          decimalText(trade.price, priceDigits ?? 0),
          decimalText(trade.quantity, volumeDigits ?? 0),
          decimalText(trade.fee, moneyDigits),
          // The profit must be a number: a text that begins with a minus would be escaped as a formula.
          trade.profit / 10 ** moneyDigits,
          trade.reason,
          trade.isCaughtUp ? 'yes' : 'no',
        ]),
      )
      if (lines.length > 0) controller.enqueue(encoder.encode(lines.join('')))
      before = trades.at(-1)?.id
      if (trades.length < pageSize) controller.close()
    },
  })
}

const actForm = z.object({ act: z.enum(['start', 'pause', 'resume', 'stop']), back: textField })
const sharingForm = z.object({ share: z.enum(['make', 'revoke']) })

type BotProblem = 'NoPrices' | 'NotDraft' | 'NotRunning' | 'Runs' | 'TooOften' | 'Nothing'

export function pageRoutes(given: BotsDeps) {
  const deps = { ...given, histories: createPerformanceHistories(given) }
  const { guards, db, now, flashes } = deps
  const changes = ownChanges(guards)
  const drifts = createDriftChecks(deps)
  const limit = createRateLimit({ burst: 2, everyMs: 60_000 })

  return new Hono<AuthEnv>()
    .get(paths.sharedBot, guards.visitor, async (c) => {
      const key = c.req.param('key')
      const bot = await findSharedBot(db, key)
      if (!bot) throw new NotFoundError(fullPath(c))
      // Everybody with this URL may read the bot, so do not send it as the referrer to other pages.
      c.header('referrer-policy', 'strict-origin')
      return showBot(c, deps, bot, { address: href(paths.sharedBot, { key }), viewer: 'link' })
    })
    .get(paths.bot, guards.visitor, async (c, next) => {
      const bot = await shownBot(c, deps)
      if (!bot) return guards.auth(c, next)
      if (bot.row.kind === 'manual') return redirectTo(c, href(paths.paperAsset, { asset: bot.row.asset }))
      return showBot(c, deps, bot)
    })
    .get(paths.botTrades, guards.visitor, async (c, next) => {
      const bot = await shownBot(c, deps)
      if (!bot) return guards.auth(c, next)
      c.header('content-type', 'text/csv; charset=utf-8')
      c.header('content-disposition', `attachment; filename="trades-${bot.row.asset}.csv"`)
      return c.body(tradesCsv(db, bot.row))
    })
    .post(paths.botAct, ...changes, async (c) => {
      const bot = await ownBot(c, deps, c.req.param('id'))
      const { act, back } = await requireForm(c, actForm)
      const outcome = await actOnBot(deps, bot.row, act)
      if (outcome.status === 'refused') return showBot(c, deps, bot, { problem: outcome.problem, status: 409 })
      flashes.leave(c, outcome.status === 'started' ? 'botPage.flashStarted' : 'botPage.flashTold')
      return redirectBack(c, deps, back, href(paths.bot, { id: bot.row.id }))
    })
    .post(paths.botDrift, ...changes, async (c) => {
      const bot = await ownBot(c, deps, c.req.param('id'))
      const { id } = bot.row
      const waitMs = limit.take(id, now())
      if (waitMs > 0) return askToWait(c, deps, bot, waitMs)
      const { status } = await drifts.check(bot.row)
      if (status !== 'checked') return showBot(c, deps, bot, uncheckedReplies[status])
      flashes.leave(c, 'botPage.flashChecked')
      return redirectTo(c, href(paths.bot, { id }))
    })
    .post(paths.botSharing, ...changes, async (c) => {
      const { row } = await ownBot(c, deps, c.req.param('id'))
      const { share } = await requireForm(c, sharingForm)
      const isShared = share === 'make'
      await shareBot(deps, row.id, isShared)
      flashes.leave(c, isShared ? 'botPage.flashShared' : 'botPage.flashUnshared')
      return redirectTo(c, href(paths.bot, { id: row.id }))
    })
    .post(paths.botRemoval, ...changes, async (c) => {
      const bot = await ownBot(c, deps, c.req.param('id'))
      if (!(await removeBot(deps, bot.row.id))) return showBot(c, deps, bot, { problem: 'Runs', status: 409 })
      flashes.leave(c, 'botPage.flashRemoved')
      return redirectTo(c, paths.bots)
    })
}

/**
 * Finds a bot that the visitor may see. Returns undefined if a visitor must sign in first, so that visitors cannot
 * probe which bots exist. @throws NotFoundError
 */
async function shownBot(c: Context<AuthEnv>, { db }: BotsDeps): Promise<PlannedBot | undefined> {
  const bot = await findBot(db, c.req.param('id') ?? '', c.var.session?.user.id)
  if (!bot && c.var.session) throw new NotFoundError(fullPath(c))
  return bot
}

/**
 * Returns a bot of the user. Excludes public bots, which nobody can change, and manual accounts, which have their own
 * pages. @throws NotFoundError
 */
async function ownBot(c: Context<AuthEnv>, { db }: BotsDeps, id: string): Promise<PlannedBot> {
  const userId = currentUser(c).id
  const bot = await findBot(db, id, userId)
  if (bot?.row.userId !== userId || bot.row.kind !== 'strategy') throw new NotFoundError(fullPath(c))
  return bot
}

interface Reply {
  address?: string
  viewer?: 'link'
  problem?: BotProblem
  status?: PageStatus
}

/** Replies for outcomes in which the drift check did not run. */
const uncheckedReplies = {
  busy: { problem: 'TooOften', status: 503 },
  nothing: { problem: 'Nothing', status: 409 },
} as const satisfies Record<string, Reply>

function askToWait(
  c: Context<AuthEnv>,
  deps: BotsDeps & { histories: PerformanceHistories },
  bot: PlannedBot,
  waitMs: number,
) {
  c.header('retry-after', String(Math.ceil(waitMs / 1000)))
  return showBot(c, deps, bot, { problem: 'TooOften', status: 429 })
}

async function showBot(
  c: Context<AuthEnv>,
  deps: BotsDeps & { histories: PerformanceHistories },
  bot: PlannedBot,
  reply: Reply = {},
) {
  const { db, flashes, shell } = deps
  const userId = c.var.session?.user.id
  const { address = href(paths.bot, { id: bot.row.id }), problem, status } = reply
  const signedIn = bot.row.userId === userId ? 'owner' : 'member'
  const viewer = reply.viewer ?? (userId === undefined ? 'visitor' : signedIn)
  const view = await readBot(deps, bot, { viewer, address, places: readPlaces(c.req.query()) })
  if (wantsPartial(c)) return renderPartial(c, <BotRegion view={view} />)
  const t = translator(c.var.locale)
  const page = (
    <BotPage
      view={view}
      revisions={await readRevisions(db, bot.row.id)}
      statistics={await readStatistics(db, bot.row)}
      siteUrl={shell.siteUrl}
      flash={flashes.take(c)}
      problem={problem && t(`botPage.problem${problem}`)}
    />
  )
  const name = nameOf(t, bot)
  const description = t('botPage.description', { name, asset: bot.row.asset })
  return showPage(c, deps, page, { title: name, description, status, visitorSheet: 'bots' })
}
