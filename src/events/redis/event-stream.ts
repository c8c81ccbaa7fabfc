import type { RedisConnection, RedisPlace } from './connection.ts'

/** The stream holds the newest events of the last hour. After a longer absence only the database has the changes. */
const maxKept = 10_000
const retentionMs = 3_600_000
const pageSize = 500

/** Stores and publishes an event atomically, so that the stream and the subscription have the same order. */
const storeAndPublishScript = `
  local id = redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[3], '*', 'sender', ARGV[1], 'message', ARGV[2])
  redis.call('XTRIM', KEYS[1], 'MINID', string.format('%.0f', string.match(id, '^%d+') - ARGV[4]))
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  return redis.call('PUBLISH', KEYS[2], ARGV[1] .. ' ' .. id .. ' ' .. ARGV[2])`

type Run = RedisConnection['run']

export interface RedisEvent {
  sender: string
  /** Id of the event in the stream; undefined for events that are not stored */
  id: string | undefined
  message: string
}

export async function storeAndPublish(
  run: Run,
  { stream, channel }: RedisPlace,
  sender: string,
  message: string,
): Promise<void> {
  await run('EVAL', storeAndPublishScript, '2', stream, channel, sender, message, String(maxKept), String(retentionMs))
}

export async function publish(run: Run, { channel }: RedisPlace, sender: string, message: string): Promise<void> {
  await run('PUBLISH', channel, `${sender} - ${message}`)
}

/** Parses a message of the channel. @returns undefined when the message does not have our format */
export function parseEvent(text: string): RedisEvent | undefined {
  const [, sender = '', id, message = ''] = /^([\w-]{1,36}) (-|\d{1,20}-\d{1,20}) (.*)$/s.exec(text) ?? []
  return id === undefined ? undefined : { sender, id: id === '-' ? undefined : id, message }
}

export async function endOfStream(run: Run, { stream }: RedisPlace): Promise<string> {
  const [entry] = entriesOf(await run('XREVRANGE', stream, '+', '-', 'COUNT', '1'))
  return entry?.id ?? '0-0'
}

export interface CaughtUp {
  /** Whether no event after the position had been trimmed from the stream */
  isWhole: boolean
  /** Stream id of the last event read */
  position: string
}

/** Delivers the events stored in the stream after a position, one page at a time. */
export async function readMissed(
  run: Run,
  { stream }: RedisPlace,
  position: string,
  deliver: (event: RedisEvent) => void,
): Promise<CaughtUp> {
  let count = 0
  let isThere = false
  let last = '0-0'
  for (let from = position; ; from = `(${last}`) {
    const entries = entriesOf(await run('XRANGE', stream, from, '+', 'COUNT', String(pageSize)))
    for (const event of entries) {
      last = event.id
      // This is the last event received earlier. If the stream lacks it, events were trimmed or Redis lost its data.
      if (last === position) isThere = true
      else deliver(event)
    }
    count += entries.length
    if (entries.length < pageSize) break
  }
  return { isWhole: isThere || (position === '0-0' && count < maxKept), position: last }
}

function entriesOf(answer: unknown): (RedisEvent & { id: string })[] {
  if (!Array.isArray(answer)) return []
  return answer.flatMap((entry: unknown) => {
    if (!Array.isArray(entry) || typeof entry[0] !== 'string' || !Array.isArray(entry[1])) return []
    const [, sender, , message] = entry[1]
    return [{ id: entry[0], sender: String(sender), message: String(message) }]
  })
}

export function isAfter(id: string, other: string): boolean {
  const [ms = 0n, number = 0n] = id.split('-').map(BigInt)
  const [otherMs = 0n, otherNumber = 0n] = other.split('-').map(BigInt)
  return ms === otherMs ? number > otherNumber : ms > otherMs
}
