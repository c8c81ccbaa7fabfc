import { parseArgs } from 'node:util'
import { auditIfChanged } from '../auth/audit.ts'
import { decimalText } from '../bots/backtest/backtest-answer.ts'
import { moneyDigits } from '../bots/engine/money.ts'
import { findAnybodysBot, listEverybodysBots, type OwnedBot } from '../bots/owner/operator-queries.ts'
import { type OwnerDeps, pauseBot, resumeBot, startBot, stopBot } from '../bots/owner/own-bots.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { createEvents } from '../events/events.ts'
import { createLogger } from '../log/logger.ts'
import { namedFeed } from '../market/feed/create-feed.ts'
import { openReplicaMarket } from '../market/replica/open-replica.ts'
import { fail, operator } from './command-line.ts'
import { openDatabase } from './databases.ts'
import { refuseUsage } from './help/answer-help.ts'

const acts = { start: startOrResume, pause, stop } as const

/** Runs `bot …`. Exit status 1 when the bot cannot carry out the command. */
export async function runBotCommand(words: string[], config: Config): Promise<number> {
  const given = readOptions(words)
  const [name = '', id, ...others] = given?.positionals ?? []
  const act = isAct(name) ? name : undefined
  const isList = name === 'list' && id === undefined
  if (!given || others.length > 0 || !(isList || (act && id !== undefined))) {
    return refuseUsage('bot')
  }
  await using opened = new AsyncDisposableStack()
  const db = await openDatabase(config, 'app')
  opened.defer(db.close)
  if (!act || id === undefined) return list(await listEverybodysBots(db), given.values.json === true)
  const bot = await findAnybodysBot(db, id)
  if (!bot) return fail(1, `There is no bot ${id}.`)
  const log = createLogger({ level: config.LOG_LEVEL, write: (lines) => process.stderr.write(lines) })
  const marketDb = await openDatabase(config, 'market')
  opened.defer(marketDb.close)
  const events = createEvents(log)
  const { HISTORY_DAYS: historyDays, FEED } = config
  const followed = { db: marketDb, historyDays, expected: namedFeed(FEED), events, log }
  const market = await openReplicaMarket(followed)
  opened.defer(market.close)
  const problem = await acts[act]({ db, events, market, now: Date.now, note: noteOf(db, act, bot) }, bot)
  if (problem !== undefined) return fail(1, problem)
  process.stdout.write(`${bot.row.name || bot.row.asset}: ${name}\n`)
  return 0
}

function noteOf(db: Db, act: keyof typeof acts, { row, owner }: OwnedBot) {
  return auditIfChanged(db, operator, Date.now(), {
    act: act === 'start' && row.state === 'paused' ? 'bot.resume' : `bot.${act}`,
    subject: row.userId === null ? undefined : { id: row.userId, login: owner ?? '' },
    after: { bot: row.id, name: row.name },
  })
}

async function startOrResume(deps: OwnerDeps, { row }: OwnedBot): Promise<string | undefined> {
  if (row.state === 'paused') return refusalOf(await resumeBot(deps, row), row)
  const { status } = await startBot(deps, row)
  if (status === 'started') return undefined
  if (status === 'no-prices') return `There is no price for ${row.asset} yet.`
  return row.state === 'draft'
    ? 'Its owner already runs as many bots as allowed.'
    : `It is ${row.state}. Only drafts and paused bots can be started.`
}

async function pause(deps: OwnerDeps, { row }: OwnedBot): Promise<string | undefined> {
  return refusalOf(await pauseBot(deps, row), row)
}

async function stop(deps: OwnerDeps, { row }: OwnedBot): Promise<string | undefined> {
  return refusalOf(await stopBot(deps, row), row)
}

function refusalOf(isAccepted: boolean, { state }: OwnedBot['row']): string | undefined {
  if (isAccepted) return undefined
  const isAlive = state === 'running' || state === 'paused'
  return isAlive ? 'Too many commands are already waiting for it.' : `It is ${state}, so this is not possible.`
}

function list(bots: readonly OwnedBot[], isJson: boolean): number {
  const lines = bots.map(({ row, owner, strategy }) => ({
    id: row.id,
    owner,
    state: row.state,
    reason: row.reason,
    strategy,
    asset: row.asset,
    tf: row.tf,
    capital: decimalText(row.capital, moneyDigits),
    equity: decimalText(row.equity, moneyDigits),
    profitPercent: Math.round((row.equity / row.capital - 1) * 10_000) / 100,
    name: row.name,
  }))
  const plain = ({ reason, capital, ...line }: (typeof lines)[number]) =>
    Object.values({ ...line, owner: line.owner ?? '-', profitPercent: `${line.profitPercent}%` }).join('\t')
  process.stdout.write(isJson ? `${JSON.stringify(lines)}\n` : lines.map((line) => `${plain(line)}\n`).join(''))
  return 0
}

function isAct(name: string): name is keyof typeof acts {
  return Object.hasOwn(acts, name)
}

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } })
  } catch {
    return undefined
  }
}
