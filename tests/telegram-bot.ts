import { createSeriesHooks } from '../src/broadcast/series/people-queries.ts'
import type { Db } from '../src/db/client.ts'
import { createRateLimit } from '../src/limits/rate-limit.ts'
import { defaultInstruments } from '../src/market/instrument.ts'
import { type BotDeps, createBotLimits } from '../src/telegram/bot/bot-deps.ts'
import { handleUpdate } from '../src/telegram/bot/handle-update.ts'

export interface TestBot {
  deps: BotDeps
  /** Sends a message to the bot; each message is a separate update. */
  write(chatId: number, text: string, from?: Record<string, unknown>): Promise<string>
  click(chatId: number, data: string): Promise<string>
  /** Reports that a user has blocked or unblocked the bot. */
  member(chatId: number, status: 'kicked' | 'member'): Promise<string>
  take(update: Record<string, unknown>): Promise<string>
  /** Returns messages queued for a chat since the last call: methods with their parameters */
  said(chatId: number): Promise<{ method: string; params: Record<string, unknown> }[]>
  /** Returns the texts of messages queued for a chat since the last call */
  texts(chatId: number): Promise<string[]>
}

let lastUpdate = 0
let lastMessage = 0

/** The bot without a connection to Telegram: tests pass updates in and read the replies from the outbox. */
export function createTestBot(db: Db, more: Partial<BotDeps> = {}): TestBot {
  const deps: BotDeps = {
    db,
    market: {
      feed: { id: 'binance' },
      instruments: defaultInstruments,
      instrument: (asset) => defaultInstruments.find((each) => each.asset === asset),
      state: () => ({ name: 'live', isBackfilling: false }),
      summaries: async () => [],
    },
    siteUrl: 'https://kurs.test',
    now: Date.now,
    countClick: async () => undefined,
    series: createSeriesHooks(db),
    limits: { ...createBotLimits(), answers: createRateLimit({ burst: 1000, everyMs: 1 }) },
    ...more,
  }
  const take = async (update: Record<string, unknown>) => {
    const { status } = await handleUpdate(deps, { update_id: ++lastUpdate, ...update })
    return status
  }
  const of = (id: number, from: Record<string, unknown> = {}) => ({
    chat: { id, type: 'private' },
    from: { id, is_bot: false, first_name: `Person ${id}`, language_code: 'en', ...from },
  })
  const heard = new Map<number, number>()
  const said: TestBot['said'] = async (chatId) => {
    const sql = 'select id, method, payload from notices where chat_id = ? and id > ? order by id'
    const { rows } = await db.client.execute({ sql, args: [chatId, heard.get(chatId) ?? 0] })
    heard.set(chatId, Number(rows.at(-1)?.id ?? heard.get(chatId) ?? 0))
    return rows.map(({ method, payload }) => ({ method: String(method), params: JSON.parse(String(payload)) }))
  }
  return {
    deps,
    take,
    said,
    write: (id, text, from) => take({ message: { message_id: ++lastMessage, date: 0, text, ...of(id, from) } }),
    click: (id, data) => {
      const { chat, from } = of(id)
      return take({ callback_query: { id: `query-${id}`, from, data, message: { chat, message_id: 7 } } })
    },
    member: (id, status) => take({ my_chat_member: { ...of(id), new_chat_member: { status } } }),
    texts: async (chatId) =>
      (await said(chatId)).filter(({ method }) => method === 'sendMessage').map(({ params }) => String(params.text)),
  }
}
