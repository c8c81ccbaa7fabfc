import { type Context, Hono } from 'hono'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { parseBody } from '../../http/body.ts'
import { NotFoundError } from '../../http/errors.ts'
import { problem } from '../../http/problem.ts'
import { readQuery } from '../../http/read-query.ts'
import { documented, type OperationDescription } from '../../openapi/operation.ts'
import { ownChanges } from '../../pages/own-changes.ts'
import { paths } from '../../paths.ts'
import { decimalText } from '../backtest/backtest-answer.ts'
import type { BotsDeps } from '../bots-deps.ts'
import { moneyDigits } from '../engine/money.ts'
import { findBot, listBots, listTrades, maxRunning, type PlannedBot, type TradeRow } from '../owner/owner-queries.ts'
import { actOnBot } from '../page/act-on-bot.ts'
import type { BotRow } from '../running/runner-queries.ts'
import { actBody, actDone, botSchema, botsLimit, botsSchema, tradesQuery, tradesSchema } from './bots-api-schemas.ts'

const operations = {
  listBots: {
    id: 'listBots',
    section: 'bots',
    summary: 'api.operations.listBots',
    answer: { status: 200, schema: botsSchema },
  },
  findBot: {
    id: 'findBot',
    section: 'bots',
    summary: 'api.operations.findBot',
    answer: { status: 200, schema: botSchema },
    refusals: [404],
  },
  listTrades: {
    id: 'listTrades',
    section: 'bots',
    summary: 'api.operations.listTrades',
    query: tradesQuery,
    answer: { status: 200, schema: tradesSchema },
    refusals: [400, 404],
  },
  actOnBot: {
    id: 'actOnBot',
    section: 'bots',
    summary: 'api.operations.actOnBot',
    body: { schema: actBody, example: { act: 'pause' } },
    answer: { status: 202, schema: actDone },
    refusals: [400, 404, 409],
  },
} satisfies Record<string, OperationDescription>

const refusals = {
  NoPrices: 'The market has no prices for this asset yet',
  NotDraft: `The bot is no longer a draft, or ${maxRunning} bots run already: stop one first`,
  NotRunning: 'The bot is not running',
}

export function botsApiRoutes(deps: Pick<BotsDeps, 'guards' | 'db' | 'events' | 'market' | 'now'>) {
  const { guards, db } = deps
  const reading = guards.call('bots:read', guards.auth, botsLimit)
  const writing = guards.call('bots:write', guards.auth, botsLimit)
  return new Hono<AuthEnv>()
    .get(paths.apiBots, documented(reading, operations.listBots), async (c) => {
      const { id } = currentUser(c)
      const own = (await listBots(db, id)).filter(({ row }) => row.userId === id)
      return c.json({ bots: own.map(botAnswer) })
    })
    .get(paths.apiBot, documented(reading, operations.findBot), async (c) => c.json(botAnswer(await ownBot(c, deps))))
    .get(paths.apiBotTrades, documented(reading, operations.listTrades), async (c) => {
      const query = readQuery(c, tradesQuery, 'Invalid query for trades')
      if (query.status === 'refused') return query.response
      const { row } = await ownBot(c, deps)
      const { limit, before } = query.fields
      const trades = await listTrades(db, row.id, { limit, ...(before !== undefined && { before }) })
      return c.json({ trades: trades.map((trade) => tradeAnswer(trade, row)) })
    })
    .post(paths.apiBotActs, ...ownChanges({ auth: documented(writing, operations.actOnBot) }), async (c) => {
      const { row } = await ownBot(c, deps)
      const { act } = await parseBody(c, actBody, 'Send { "act": "start" }, "pause", "resume" or "stop".')
      const outcome = await actOnBot(deps, row, act)
      if (outcome.status === 'refused') return problem(c, 409, refusals[outcome.problem])
      // A running bot executes the command later, between two minutes, so the answer is 202.
      return c.json({ status: outcome.status }, 202)
    })
}

/** Finds a bot of the user; public bots and manual accounts are not found. @throws NotFoundError */
async function ownBot(c: Context<AuthEnv>, { db }: Pick<BotsDeps, 'db'>): Promise<PlannedBot> {
  const userId = currentUser(c).id
  const bot = await findBot(db, c.req.param('id') ?? '', userId)
  if (bot?.row.userId !== userId || bot.row.kind !== 'strategy') throw new NotFoundError(c.req.path)
  return bot
}

/* A bot in the API. Money, prices and quantities are decimal strings: exact where a float64 would be rounded. */

function botAnswer({ row, plan }: PlannedBot) {
  const { id, name, asset, tf, state, reason, capital, equity, createdAt, startedAt } = row
  const { strategy, params } = plan
  const money = { capital: decimalText(capital, moneyDigits), equity: decimalText(equity, moneyDigits) }
  return { id, name, asset, tf, strategy, params, state, reason, ...money, createdAt, startedAt }
}

function tradeAnswer(trade: TradeRow, { priceDigits, volumeDigits }: BotRow) {
  const { id, time, side, reason } = trade
  return {
    id,
    time,
    side,
    price: decimalText(trade.price, priceDigits ?? 0),
    quantity: decimalText(trade.quantity, volumeDigits ?? 0),
    fee: decimalText(trade.fee, moneyDigits),
    profit: decimalText(trade.profit, moneyDigits),
    reason,
  }
}
