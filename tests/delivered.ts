import { expect } from 'bun:test'
import type { Db } from '../src/db/client.ts'
import type { Telegram } from './doubles/telegram.ts'
import { countsOf, statesOf } from './outbox.ts'

/** Telegram call that sends one part of a broadcast */
export interface SentPart {
  method: string
  /** Number of messages that the call sends: more than one for an album */
  messages: number
}

const text: SentPart = { method: 'sendMessage', messages: 1 }
/** The parts of an album broadcast: two pictures, then the text message */
export const albumParts: readonly SentPart[] = [{ method: 'sendMediaGroup', messages: 2 }, text]

export interface Compared {
  /** Number of recipients, and the share of recipients whose delivery is unknown */
  total: number
  unknownShare: number
}

/** Expects that the recorded state of each part matches what was delivered; names recipients who got a part twice. */
export async function compareDelivered(
  db: Db,
  telegram: Telegram,
  { id, parts = [text] }: { id: string; parts?: readonly SentPart[] },
): Promise<Compared> {
  const sql = 'select chat_id, part, state from deliveries where broadcast_id = ?'
  const { rows } = await db.client.execute({ sql, args: [id] })
  const got = new Map<string, number>()
  for (const { chatId, method } of telegram.delivered) {
    const key = `${chatId}/${parts.findIndex((part) => part.method === method)}`
    got.set(key, (got.get(key) ?? 0) + 1)
  }
  const most = (key: string) => parts[Number(key.split('/')[1])]?.messages ?? 0
  expect([...got].filter(([key, times]) => times !== most(key))).toEqual([])
  const wrong = rows.filter(({ chat_id, part, state }) => {
    const isThere = got.delete(`${chat_id}/${part}`)
    return state === 'sent' ? !isThere : state !== 'unknown' && isThere
  })
  expect(wrong.map((row) => ({ ...row }))).toEqual([])
  expect([...got]).toEqual([])
  const { total, sent, failed, unknown, skipped, dropped } = await countsOf(db, id)
  expect(rows.filter(({ part }) => part === 0)).toHaveLength(total)
  const states = { sent, failed, unknown, skipped, cancelled: dropped }
  expect(await statesOf(db, id)).toEqual(Object.fromEntries(Object.entries(states).filter(([, n]) => n > 0)))
  return { total, unknownShare: unknown / total }
}

/**
 * Expects that every recipient of a broadcast with several texts has a correct state and got the text of their row
 * once.
 * @param textOf  the text sent for a row; texts of other broadcasts are ignored
 * @returns the rows
 */
export async function compareTexts(
  db: Db,
  telegram: Telegram,
  { id, texts, textOf }: { id: string; texts: readonly string[]; textOf(row: TextRow): string | undefined },
): Promise<(TextRow & { got: boolean })[]> {
  const sql = 'select chat_id, state, variant, is_trial, locale from deliveries where broadcast_id = ?'
  const { rows } = await db.client.execute({ sql, args: [id] })
  const own = telegram.delivered.filter(({ content }) => texts.includes(String(content.text)))
  const got = Map.groupBy(own, ({ chatId }) => Number(chatId))
  const told = rows.map((row) => ({
    chatId: Number(row.chat_id),
    state: String(row.state),
    variant: Number(row.variant),
    isTrial: row.is_trial === 1,
    locale: String(row.locale),
  }))
  const compared = told.map((row) => {
    const messages = (got.get(row.chatId) ?? []).map(({ content }) => content.text)
    got.delete(row.chatId)
    const isThere = messages.length === 1 && messages[0] === textOf(row)
    const isRight = row.state === 'sent' ? isThere : messages.length === 0 || (row.state === 'unknown' && isThere)
    return { ...row, got: messages.length > 0, messages, isRight }
  })
  expect(compared.filter(({ isRight }) => !isRight)).toEqual([])
  expect([...got.keys()]).toEqual([])
  return compared
}

export interface TextRow {
  chatId: number
  state: string
  variant: number
  isTrial: boolean
  locale: string
}
