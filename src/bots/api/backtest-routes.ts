import { Hono } from 'hono'
import { stream } from 'hono/streaming'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { limitBody } from '../../http/body.ts'
import { problem } from '../../http/problem.ts'
import { documented, type OperationDescription } from '../../openapi/operation.ts'
import { paths } from '../../paths.ts'
import { answerText, summaryOf } from '../backtest/backtest-answer.ts'
import { backtestSchema, readBacktest } from '../backtest/backtest-request.ts'
import { statisticsOf } from '../backtest/statistics.ts'
import type { BotsDeps } from '../bots-deps.ts'
import { strategies } from '../strategies/catalog.ts'
import { backtestDone, backtestLimit, strategiesSchema } from './bots-api-schemas.ts'

/** Max size of a request body, bytes */
const maxBody = 16 * 1024

const operations = {
  listStrategies: {
    id: 'listStrategies',
    section: 'backtest',
    summary: 'api.operations.listStrategies',
    answer: { status: 200, schema: strategiesSchema },
  },
  runBacktest: {
    id: 'runBacktest',
    section: 'backtest',
    summary: 'api.operations.runBacktest',
    body: {
      schema: backtestSchema,
      example: {
        asset: 'BTCUSDT',
        tf: 60,
        from: 1_767_225_600_000,
        to: 1_769_904_000_000,
        strategy: 'ma-cross',
        params: { fast: 20, slow: 50 },
        capital: 1000,
        feeBps: 10,
        slippageBps: 2,
      },
    },
    answer: { status: 200, schema: backtestDone },
    refusals: [422],
  },
} satisfies Record<string, OperationDescription>

/** Routes of backtests. They store nothing, so they are allowed during impersonation. */
export function backtestRoutes({
  guards,
  market,
  backtestService: { backtests },
}: Pick<BotsDeps, 'guards' | 'market' | 'backtestService'>) {
  // Limit: a burst of thirty backtests, then one every two seconds, per network and per token.
  const limited = guards.call('backtest', guards.auth, backtestLimit)
  return new Hono<AuthEnv>()
    .get(paths.botStrategies, documented(limited, operations.listStrategies), (c) =>
      c.json(strategies.map(({ id, parameters }) => ({ id, parameters }))),
    )
    .post(paths.botBacktest, documented(limited, operations.runBacktest), limitBody(maxBody), async (c) => {
      const read = readBacktest(await c.req.json().catch(() => undefined), market)
      if (read.status === 'invalid') {
        const detail = read.errors.map(({ field, detail }) => `${field}: ${detail}`).join('; ')
        return problem(c, 422, 'Invalid backtest request', { detail, errors: read.errors })
      }
      const { request, readTask } = read
      const outcome = await backtests.run({ owner: currentUser(c).id, task: readTask, signal: c.req.raw.signal })
      switch (outcome.status) {
        case 'done': {
          const statistics = statisticsOf(outcome.run, { ...request, capital: read.capital })
          c.header('content-type', 'application/json; charset=utf-8')
          c.header('cache-control', 'no-store')
          return stream(c, async (out) => {
            for await (const text of answerText(
              outcome.run,
              summaryOf(statistics, outcome.run, read.instrument),
              read,
            )) {
              await out.write(text)
            }
          })
        }
        case 'busy':
          c.header('retry-after', '10')
          return problem(c, 503, 'Too many backtests are waiting', { detail: 'Retry in 10 s.' })
        case 'too-long':
          return problem(c, 422, 'The backtest exceeded the time limit', {
            detail: 'to: a shorter period, or a longer timeframe, takes less than a minute',
            errors: [{ field: 'to', detail: 'a shorter period takes less time' }],
          })
        case 'cancelled':
          return problem(c, 503, 'The backtest was stopped')
        case 'failed':
          return problem(c, 422, 'The backtest failed', { detail: outcome.message })
      }
    })
}
