import { expect, test } from 'bun:test'
import { GrammyError, HttpError } from 'grammy'
import { outcomeOf } from './outcome.ts'

const answered = (error_code: number, description: string, parameters: Record<string, number> = {}) =>
  outcomeOf(new GrammyError('refused', { ok: false, error_code, description, parameters }, 'sendMessage', {}))

/* Error texts of the server: https://github.com/tdlib/telegram-bot-api/blob/master/telegram-bot-api/Client.cpp */
test.each([
  [403, 'Forbidden: bot was blocked by the user', 'blocked'],
  [400, 'Bad Request: USER_IS_BLOCKED', 'blocked'],
  [403, 'Forbidden: user is deactivated', 'gone'],
  [400, 'Bad Request: INPUT_USER_DEACTIVATED', 'gone'],
  [403, 'Forbidden: bot was kicked from the group chat', 'gone'],
  [403, 'Forbidden: bot is not a member of the channel chat', 'gone'],
  [403, 'Forbidden: service deactivated for maintenance', 'other'],
  [403, 'Forbidden: your bot has been deactivated', 'other'],
  [403, 'Forbidden: the bot is not a member of the beta', 'other'],
  [400, 'Bad Request: BUTTON_USER_ID_INVALID', 'content'],
  [400, 'Bad Request: SEND_AS_PEER_ID_INVALID', 'content'],
  [400, 'Bad Request: REPLY_TO_CHAT_ID_INVALID', 'content'],
  [403, 'Forbidden: the group chat was deleted', 'gone'],
  [400, 'Bad Request: chat not found', 'unreachable'],
  [400, 'Bad Request: private chat not found', 'unreachable'],
  [400, 'Bad Request: PEER_ID_INVALID', 'unreachable'],
  [400, 'Bad Request: CHAT_ID_INVALID', 'unreachable'],
  [400, 'Bad Request: USER_ID_INVALID', 'unreachable'],
  [400, 'Bad Request: chat_id is empty', 'unreachable'],
  [403, "Forbidden: bot can't initiate conversation with a user", 'unreachable'],
  [403, "Forbidden: bot can't send messages to bots", 'unreachable'],
  [400, "Bad Request: can't parse entities: Unsupported start tag", 'content'],
  [400, 'Bad Request: Wrong HTTP URL specified', 'content'],
  [400, 'Bad Request: wrong file identifier/HTTP URL specified', 'content'],
  [400, 'Bad Request: failed to get HTTP URL content', 'fetch'],
  [400, 'Bad Request: WEBPAGE_CURL_FAILED', 'fetch'],
  [400, 'Bad Request: reply markup is too long', 'content'],
  [400, 'Bad Request: BUTTON_DATA_INVALID', 'content'],
  [400, "Bad Request: Can't use the media of the specified type in the album", 'content'],
  [400, 'Bad Request: message is too long', 'content'],
  [400, 'Bad Request: message text is empty', 'content'],
  [400, 'Bad Request: IMAGE_PROCESS_FAILED', 'content'],
  [413, 'Request Entity Too Large', 'content'],
  [401, 'Unauthorized', 'revoked'],
  [404, 'Not Found', 'revoked'],
  [404, 'Not Found: method not found', 'other'],
  [400, 'Bad Request: not enough rights to send text messages to the chat', 'other'],
  [400, 'Bad Request: TOPIC_CLOSED', 'other'],
  [400, 'Bad Request: BUTTON_USER_PRIVACY_RESTRICTED', 'other'],
  [403, 'Forbidden: USER_RESTRICTED', 'other'],
  [403, 'Forbidden: words of a later server', 'other'],
  [409, 'Conflict: terminated by other getUpdates request', 'other'],
] as const)('%d %s is classified as %s', (code, error, kind) => {
  expect(answered(code, error)).toMatchObject({ status: 'refused', kind, error })
})

test('a chat that became a supergroup is returned with its new id', () => {
  const error = 'Bad Request: group chat was upgraded to a supergroup chat'
  const outcome = answered(400, error, { migrate_to_chat_id: -1009 })
  expect(outcome).toEqual({ status: 'refused', kind: 'migrated', error, migrateTo: -1009 })
})

test('a rate limit has the seconds to wait, or five if none are given', () => {
  const error = 'Too Many Requests: retry after 35'
  expect(answered(429, error, { retry_after: 35 })).toEqual({ status: 'too-many', retryAfter: 35 })
  expect(answered(429, error)).toEqual({ status: 'too-many', retryAfter: 5 })
})

test.each([500, 502, 504])('after an error %d the outcome is unknown', (code) => {
  expect(answered(code, 'Internal Server Error')).toMatchObject({ status: 'unknown' })
})

test.each([
  ['ECONNREFUSED', 'unsent'],
  ['ConnectionRefused', 'unsent'],
  ['ENOTFOUND', 'unsent'],
  ['EAI_AGAIN', 'unsent'],
  ['CERT_HAS_EXPIRED', 'unsent'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'unsent'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unsent'],
  ['ECONNRESET', 'unknown'],
  ['ConnectionClosed', 'unknown'],
  ['ETIMEDOUT', 'unknown'],
])('a connection that fails with %s leaves the outcome %s', (code, status) => {
  const cause = Object.assign(new Error('failed'), { code })
  expect(outcomeOf(new HttpError('Network request failed', cause))).toMatchObject({ status })
})

test('an error text for administrators has no advice for programmers', () => {
  const words = 'The socket connection was closed unexpectedly.'
  const advice = ' For more information, pass `verbose: true` in the second argument to fetch()'
  const outcome = outcomeOf(new HttpError('Network request failed!', new Error(words + advice)))
  expect(outcome).toEqual({ status: 'unknown', error: `Network request failed!: ${words}` })
})

test('an error of our own code is thrown', () => {
  expect(() => outcomeOf(new TypeError('ours'))).toThrow('ours')
})
