const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type LogFields = Record<string, string | number | boolean | undefined>

/** Writes one JSON object per line with `time` (ISO), `level`, `message` and the given fields. */
export interface Logger {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, error: unknown, fields?: LogFields): void
  /** Logs requests individually at low rates; under load, only counts them so that logs cannot fill the disk. */
  request(fields: LogFields): void
  /**
   * Counts GETs served from memory, one line per page, status and time slice: a line for each GET would cost as much as
   * the response.
   */
  fromMemory(path: string, status: 200 | 304): void
  flush(): void
}

export interface LoggerOptions {
  level: LogLevel
  write(lines: string): void
  /** Max delay of log lines, which are written in batches, ms */
  maxDelayMs?: number
  /** Monotonic clock, ms */
  now?: (() => number) | undefined
}

const maxBufferedLines = 512
/** Rate limit of lines about requests: burst size, and the ms per further line */
const requestLines = { burst: 1000, everyMs: 10 }

/** Creates a logger. Errors are flushed at once. */
export function createLogger({
  level,
  write,
  maxDelayMs = 100,
  now = performance.now.bind(performance),
}: LoggerOptions): Logger {
  const threshold = logLevels.indexOf(level)
  const isOn = (wanted: LogLevel) => logLevels.indexOf(wanted) >= threshold
  const logsRequests = isOn('info')
  const counts = { 200: new Map<string, number>(), 304: new Map<string, number>() }
  let bufferedLines: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let unlogged = 0
  const takeLine = createAllowance(now)

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    for (const status of [200, 304] as const) {
      for (const [path, count] of counts[status]) {
        if (takeLine())
          bufferedLines.push(line('info', 'request', { method: 'GET', path, status, source: 'memory', count }))
        else unlogged += count
      }
      counts[status].clear()
    }
    if (unlogged > 0) bufferedLines.push(line('info', 'requests not logged individually', { count: unlogged }))
    unlogged = 0
    if (bufferedLines.length > 0) write(bufferedLines.join(''))
    bufferedLines = []
  }
  const log = (wanted: LogLevel, message: string, fields?: LogFields) => {
    if (!isOn(wanted)) return
    bufferedLines.push(line(wanted, message, fields))
    if (bufferedLines.length >= maxBufferedLines) return flush()
    timer ??= setTimeout(flush, maxDelayMs)
  }
  return {
    debug: (message, fields) => log('debug', message, fields),
    info: (message, fields) => log('info', message, fields),
    warn: (message, fields) => log('warn', message, fields),
    error: (message, error, fields) => {
      log('error', message, { ...fields, cause: causeOf(error) })
      flush()
    },
    request: (fields) => {
      if (!logsRequests) return
      if (takeLine()) return log('info', 'request', fields)
      unlogged++
      timer ??= setTimeout(flush, maxDelayMs)
    },
    fromMemory: (path, status) => {
      if (!logsRequests) return
      const counted = counts[status]
      counted.set(path, (counted.get(path) ?? 0) + 1)
      timer ??= setTimeout(flush, maxDelayMs)
    },
    flush,
  }
}

/**
 * Creates the rate limit of request lines. @returns a function that checks whether one more request may be logged
 * individually
 */
function createAllowance(now: () => number): () => boolean {
  let fullAt = 0
  return () => {
    const next = Math.max(fullAt, now()) + requestLines.everyMs
    if (next - now() > requestLines.burst * requestLines.everyMs) return false
    fullAt = next
    return true
  }
}

function line(level: LogLevel, message: string, fields?: LogFields): string {
  const whole = { time: new Date().toISOString(), level, message, ...fields }
  return `${JSON.stringify(whole, (name, value) => cutValue(name, value))}\n`
}

/**
 * Max characters of a field and of an error with its stack: paths and messages may contain anything that clients send.
 */
const longest = { field: 500, cause: 8000 }

function cutValue(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const most = name === 'cause' ? longest.cause : longest.field
  return value.length > most ? `${value.slice(0, most)}…` : value
}

/** Max number of errors logged from a chain of causes */
const maxCauses = 5

/** Formats an error with its causes. Stacks of errors from other threads may lack the message. */
function causeOf(error: unknown, left = maxCauses): string {
  if (!(error instanceof Error)) return String(error)
  const { message, stack = '', cause } = error
  const text = withoutValues(error, stack.includes(message) ? stack : `${message}\n${stack}`)
  if (cause === undefined || left <= 1) return text
  // Truncates each text, so that a long query leaves room for the reason.
  return `${text.slice(0, longest.cause / 2)}\nCaused by ${causeOf(cause, left - 1)}`
}

/** Removes the parameters from the message of a failed query, because they contain user data and hashes. */
function withoutValues(error: Error, text: string): string {
  return 'params' in error ? text.replaceAll(`\nparams: ${error.params}`, '') : text
}
