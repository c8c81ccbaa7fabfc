import type { Operation, OperationAnswer } from '../../openapi/operation.ts'
import { paths } from '../../paths.ts'
import { backtestSchema } from '../backtest/backtest-request.ts'
import {
  actBody,
  actDone,
  backtestDone,
  backtestLimit,
  botSchema,
  botsLimit,
  botsSchema,
  strategiesSchema,
  tradesQuery,
  tradesSchema,
} from './bots-api-schemas.ts'

const json = (schema: OperationAnswer['schema'], status = 200): OperationAnswer => ({ status, schema })
const reading = { method: 'get', section: 'bots', scope: 'bots:read', isPersonal: true, limit: botsLimit } as const
const trying = { section: 'backtest', scope: 'backtest', isPersonal: true, limit: backtestLimit } as const

export const botsOperations: readonly Operation[] = [
  {
    ...trying,
    id: 'listStrategies',
    method: 'get',
    path: paths.botStrategies,
    summary: 'api.operations.listStrategies',
    answer: json(strategiesSchema),
  },
  {
    ...trying,
    id: 'runBacktest',
    method: 'post',
    path: paths.botBacktest,
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
    answer: json(backtestDone),
    refusals: [422],
  },
  { ...reading, id: 'listBots', path: paths.apiBots, summary: 'api.operations.listBots', answer: json(botsSchema) },
  {
    ...reading,
    id: 'findBot',
    path: paths.apiBot,
    summary: 'api.operations.findBot',
    answer: json(botSchema),
    refusals: [404],
  },
  {
    ...reading,
    id: 'listTrades',
    path: paths.apiBotTrades,
    summary: 'api.operations.listTrades',
    query: tradesQuery,
    answer: json(tradesSchema),
    refusals: [400, 404],
  },
  {
    id: 'actOnBot',
    method: 'post',
    path: paths.apiBotActs,
    section: 'bots',
    summary: 'api.operations.actOnBot',
    scope: 'bots:write',
    isPersonal: true,
    body: { schema: actBody, example: { act: 'pause' } },
    answer: json(actDone, 202),
    refusals: [400, 404, 409],
    limit: botsLimit,
  },
]
