import { GrammyError, HttpError } from 'grammy'
import { causesOf } from '../../db/unwritable.ts'

/**
 * Subject of a refusal: the chat (`blocked` to `migrated`), the message, a file that Telegram could not fetch just now,
 * the token, or none of these
 */
export type RefusalKind = 'blocked' | 'gone' | 'unreachable' | 'migrated' | 'content' | 'fetch' | 'revoked' | 'other'

/**
 * Outcome of a request. A request that is `too-many`, `refused` or `unsent` has certainly not taken effect; one that is
 * `unknown` may have: the Bot API has no idempotency key.
 */
export type ApiOutcome =
  | { status: 'sent'; result: unknown }
  /** Rate limit of Telegram; `retryAfter` is the time to wait in seconds */
  | { status: 'too-many'; retryAfter: number }
  | { status: 'refused'; kind: RefusalKind; error: string; migrateTo?: number | undefined }
  | { status: 'unsent'; error: string }
  | { status: 'unknown'; error: string }

/** Seconds to wait if Telegram's rate-limit answer does not say how long */
const usualWait = 5

/** Returns the outcome of a failed request. @throws an error that is neither an API answer nor a connection failure */
export function outcomeOf(error: unknown): ApiOutcome {
  if (error instanceof GrammyError) return outcomeOfAnswer(error)
  if (!(error instanceof HttpError)) throw error
  const causes = causesOf(error.error)
  const words = [error.message, ...causes.map((cause) => (cause instanceof Error ? cause.message : String(cause)))]
  return {
    status: causes.some(isBeforeSending) ? 'unsent' : 'unknown',
    error: [...new Set(words)].join(': ').replaceAll(advice, ''),
  }
}

/** Advice for programmers that Bun adds to its error texts */
const advice = / For more information, pass `verbose: true` in the second argument to fetch\(\)\.?/g

function outcomeOfAnswer({ error_code: code, description: error, parameters }: GrammyError): ApiOutcome {
  if (code === 429) return { status: 'too-many', retryAfter: parameters.retry_after ?? usualWait }
  if (code >= 500) return { status: 'unknown', error }
  const migrateTo = parameters.migrate_to_chat_id
  if (migrateTo !== undefined) return { status: 'refused', kind: 'migrated', error, migrateTo }
  return { status: 'refused', kind: kindOf(code, error), error }
}

/*
 * Patterns of error texts, from the server's sources (td/telegram/*.cpp, telegram-bot-api/Client.cpp); codes say too
 * little.
 */
const unreachable =
  /chat not found|user not found|chat_id is empty|(?<!_)(?:PEER|CHAT|USER)_ID_INVALID|can't initiate conversation|can't send messages to bots/i
const blocked = /blocked by the user|USER_IS_BLOCKED/i
// Whole phrases only: a text that merely contains one of their words must not cost a subscriber.
const gone =
  /: user is deactivated$|bot was kicked from the|bot is not a member of the (?:group|supergroup|channel) chat|group chat was (?:deleted|deactivated)|INPUT_USER_DEACTIVATED/i
/** Errors that mean restrictions of a single chat */
const forbiddenHere = /rights|_FORBIDDEN|_RESTRICTED|TOPIC_|thread not found|BALANCE_TOO_LOW/i
const fetching = /WEBPAGE_CURL_FAILED|failed to get HTTP URL content/i
const content =
  /can't parse|wrong|too long|too big|is empty|must be non-empty|_INVALID|_EMPTY|markup|button|media|album|caption|entit|url|file|webpage|type of|group send failed|WEBPAGE_|_PROCESS_FAILED|too large/i

function kindOf(code: number, error: string): RefusalKind {
  if (code === 401 || (code === 404 && !/method/i.test(error))) return 'revoked'
  if (blocked.test(error)) return 'blocked'
  if (unreachable.test(error)) return 'unreachable'
  if (gone.test(error)) return 'gone'
  if (forbiddenHere.test(error)) return 'other'
  if (fetching.test(error)) return 'fetch'
  return (code === 400 || code === 413) && content.test(error) ? 'content' : 'other'
}

/** Returns whether no byte of the request went out: no address, no connection, or an untrusted certificate. */
function isBeforeSending(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return /^(ConnectionRefused|FailedToOpenSocket|ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|DNS)/.test(
    code,
  )
}
