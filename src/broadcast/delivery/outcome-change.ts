import type { ApiOutcome, RefusalKind } from '../../telegram/api/outcome.ts'
import type { Reason } from '../broadcast.ts'
import { type Claim, noDueTime } from './claim-queries.ts'

export interface RowChange {
  row: Claim
  state: 'pending' | 'sent' | 'failed' | 'unknown'
  reason: Reason | null
  /** Error text of Telegram */
  error: string | null
  messageId: number | null
  messages: number
  dueAt: number
  /** Whether the attempt is not counted, because nothing was sent */
  isRefunded: boolean
  migrateTo?: number | undefined
  subscriber?: 'blocked' | 'gone' | 'unreachable' | undefined
}

/** Effect of an outcome beyond the row of its message */
export type Consequence =
  | { kind: 'none' }
  /** All sending pauses for `waitMs`. */
  | { kind: 'freeze'; waitMs: number }
  /** The connection to Telegram is broken, so sending backs off. */
  | { kind: 'back-off' }
  /** Telegram refuses the token, which affects all broadcasts. */
  | { kind: 'revoked'; error: string }

export interface ChangeContext {
  onUnknown: 'hold' | 'resend'
  now: number
}

/** Max resends of a row with an unknown outcome; then the outcome stays unknown */
const maxResends = 5
/** Time until a row is due again after a broken connection or a refusal, ms */
const retryMs = 2000
/** Max attempts to send a file that Telegram cannot fetch; each wait is twice the one before */
const maxFetches = 5

export function changeOf(
  row: Claim,
  outcome: ApiOutcome,
  context: ChangeContext,
): { change: RowChange; consequence: Consequence } {
  const { now } = context
  const defaults = { row, reason: null, error: null, messageId: null, messages: 1, dueAt: noDueTime, isRefunded: false }
  const none = { kind: 'none' } as const
  switch (outcome.status) {
    case 'sent':
      return { change: { ...defaults, state: 'sent', ...messagesOf(outcome.result) }, consequence: none }
    case 'too-many': {
      const change = { ...defaults, state: 'pending', isRefunded: true } as const
      return { change, consequence: { kind: 'freeze', waitMs: outcome.retryAfter * 1000 } }
    }
    case 'unsent': {
      const change = {
        ...defaults,
        state: 'pending',
        isRefunded: true,
        error: outcome.error,
        dueAt: now + retryMs,
      } as const
      return { change, consequence: { kind: 'back-off' } }
    }
    case 'unknown': {
      const isResent = context.onUnknown === 'resend' && row.attempts < maxResends
      const state = isResent ? 'pending' : 'unknown'
      return { change: { ...defaults, state, reason: 'unknown', error: outcome.error }, consequence: none }
    }
    case 'refused':
      return refusedChange(defaults, outcome, now)
  }
}

function refusedChange(
  defaults: Omit<RowChange, 'state'>,
  { kind, error, migrateTo }: { kind: RefusalKind; error: string; migrateTo?: number | undefined },
  now: number,
): { change: RowChange; consequence: Consequence } {
  const { attempts } = defaults.row
  const failed = { ...defaults, state: 'failed', reason: kind === 'fetch' ? 'content' : kind, error } as const
  const none = { kind: 'none' } as const
  switch (kind) {
    case 'blocked':
    case 'gone':
    case 'unreachable':
      return { change: { ...failed, subscriber: kind }, consequence: none }
    case 'migrated':
      return { change: { ...failed, migrateTo }, consequence: none }
    case 'content': {
      // A refusal is retried once per recipient: more retries would hold up other recipients.
      const change = attempts === 0 ? { ...failed, state: 'pending' as const, dueAt: now + retryMs } : failed
      return { change, consequence: none }
    }
    case 'fetch': {
      const again = { ...failed, state: 'pending', dueAt: now + retryMs * 2 ** attempts } as const
      return { change: attempts + 1 < maxFetches ? again : failed, consequence: none }
    }
    case 'revoked':
      return { change: { ...failed, state: 'pending', isRefunded: true }, consequence: { kind: 'revoked', error } }
    case 'other':
      return { change: failed, consequence: none }
  }
}

/** Returns the number of messages and the message id; for an album (an array), the id of its first message. */
function messagesOf(result: unknown): { messageId: number; messages: number } {
  const messages: unknown[] = Array.isArray(result) ? result : [result]
  const first = messages[0]
  const id = typeof first === 'object' && first !== null && 'message_id' in first ? first.message_id : 0
  return { messageId: Number(id), messages: messages.length }
}
