import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isSame } from '../../auth/session/token.ts'

export type InitData =
  | { status: 'valid'; chatId: number; hash: string; expiresAt: number }
  /** Changed, signed by another bot, or malformed */
  | { status: 'forged' }
  /** Older than five minutes, or from the future */
  | { status: 'stale' }

const livesMs = 5 * 60_000
/** Max difference between two clocks */
const skewMs = 60_000

const user = z.object({ id: z.int().positive() })

/**
 * Checks the data that a Mini App is opened with. All fields except `hash` are signed, also that of a third party. A
 * repeated field is refused, because two readers might take different values.
 * Source: https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
 */
export function checkInitData(token: string, data: string, now: number): InitData {
  const fields = [...new URLSearchParams(data)]
  const { hash = '', auth_date = '', user: person = '' } = Object.fromEntries(fields)
  if (new Set(fields.map(([name]) => name)).size < fields.length) return { status: 'forged' }
  const signed = fields.filter(([name]) => name !== 'hash').map(([name, value]) => `${name}=${value}`)
  const key = createHmac('sha256', 'WebAppData').update(token).digest()
  const expected = createHmac('sha256', key).update(signed.sort().join('\n')).digest()
  if (!/^[0-9a-f]{64}$/.test(hash) || !isSame(Buffer.from(hash, 'hex'), expected)) return { status: 'forged' }
  const at = Number(auth_date) * 1000
  if (!(at > now - livesMs && at < now + skewMs)) return { status: 'stale' }
  const parsed = user.safeParse(readJson(person))
  if (!parsed.success) return { status: 'forged' }
  return { status: 'valid', chatId: parsed.data.id, hash, expiresAt: at + livesMs }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Signed, but not valid JSON: no person.
    return undefined
  }
}
