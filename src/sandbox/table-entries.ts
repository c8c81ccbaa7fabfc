import { NewAccountPage } from '../account/new-account-page.tsx'
import { authActs } from '../auth/audit.ts'
import { wholeMoney } from '../bots/engine/money.ts'
import type { BotLine } from '../bots/list/bot-line.ts'
import { BotsList } from '../bots/list/bots-list.tsx'
import { Portfolio } from '../bots/list/bots-page.tsx'
import { readList } from '../bots/list/list-query.ts'
import { hourMs } from '../market/timeframe.ts'
import { AuditLines } from '../users/audit/audit-lines.tsx'
import type { AuditLine } from '../users/audit/audit-queries.ts'
import { userActs } from '../users/audit-acts.ts'
import { entryOf, type SandboxEntry } from './entry.ts'

const noon = Date.UTC(2026, 10, 30, 9)
const money = (units: number) => wholeMoney(Math.round(units * 1e8))

/** Creates a bot with a capital of 1,000 and these hourly equities. */
function botLine(name: string, state: BotLine['state'], isOwn: boolean, equities: readonly number[]): BotLine {
  const profit = money((equities.at(-1) ?? 1000) - 1000)
  const marks = equities.map((equity, n) => ({ hour: noon + n * hourMs, equity: equity * 1e8, close: 1 }))
  return {
    ...{ id: name, name, isOwn, asset: 'BTCUSDT', pair: 'BTC/USDT', quote: 'USDT', tf: 60, strategy: 'grid' },
    ...{ strategyName: 'Grid', state, reason: null, startedAt: noon },
    figures: {
      ...{ capital: money(1000), equity: money(equities.at(-1) ?? 1000), price: undefined, profit },
      ...{ profitShare: profit / money(1000), realised: profit, unrealised: money(0), fees: money(0) },
      ...{ dayProfit: profit, buyAndHold: 0.01, maxDrawdown: 0.05, sales: 3, wins: 2, winRate: 2 / 3 },
      ...{ position: undefined, spark: equities },
    },
    history: { marks, sales: 3, wins: 2 },
  }
}

const own = [botLine('Draft', 'draft', true, []), botLine('Ether grid', 'running', true, [1000, 1012, 1034])]
const demo = [
  botLine('Trend follower', 'running', false, [1000, 1021]),
  botLine('A bot whose name is as long as the form allows, with sixty letters', 'paused', false, [1000, 978]),
]
const young = [...own.slice(1), botLine('Bitcoin saver', 'running', true, [1000, 1002])]

/** Creates an audit entry. @param isSuccess  1, or 0 if the act was refused */
function auditLine(id: number, at: number, act: string, isSuccess: 0 | 1, after: string | null): AuditLine {
  return {
    ...{ id, at, act, isSuccess, actorId: 'a', actorLogin: 'marina', subjectId: 'b', subjectLogin: 'ivan' },
    ...{ before: after && '{"role":"user"}', after, address: '192.0.2.7', requestId: 'r-1', count: isSuccess ? 1 : 3 },
  }
}

/** Tables of bots and of the audit log, and a refused registration, in states that need data. */
export const tableEntries: readonly SandboxEntry[] = [
  entryOf({
    id: 'bots-list',
    component: BotsList,
    props: { list: readList({}), lines: [...own, ...demo], isMember: true, isLive: true },
    emits: ['click', 'submit'],
    box: { width: 1280, height: 720 },
  }),
  entryOf({ id: 'bots-portfolio-early', component: Portfolio, props: { lines: young } }),
  entryOf({
    id: 'audit-lines',
    component: AuditLines,
    props: {
      lines: [
        auditLine(3, noon, 'user.role', 1, '{"role":"admin"}'),
        auditLine(2, noon - 60_000, 'session.sign-in', 0, null),
        auditLine(1, noon - 24 * hourMs, 'session.end', 1, null),
      ],
      acts: { ...authActs, ...userActs },
    },
    emits: ['toggle'],
    box: { width: 960, height: 420 },
  }),
  entryOf({
    id: 'new-account-refused',
    component: NewAccountPage,
    props: {
      form: { values: { login: 'a', name: '' }, errors: { login: 'Use 3 to 40 letters.', password: 'Too short.' } },
      ...{ action: '#', title: 'Create an account', lead: 'It takes a minute.', submit: 'Create account' },
    },
    emits: ['submit', 'input'],
    box: { height: 760 },
  }),
]
