import { Api } from 'grammy'
import { answerMs } from './leases.ts'
import { type ApiOutcome, outcomeOf } from './outcome.ts'

export interface BotApi {
  /** Id of the bot: the number before the colon in its token */
  botId: number
  /** Makes one request and never repeats it. Aborting the signal leaves the outcome `unknown`. */
  call(method: string, params: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<ApiOutcome>
}

export interface BotApiOptions {
  token: string
  /** Base URL of the Bot API; Telegram's own server by default */
  root?: string | undefined
  /** Time to wait for an answer, seconds; after that, the outcome of the request is unknown */
  timeoutSeconds?: number
  /** Called at each answer with the time of the server's clock, ms UTC */
  onDate?: ((time: number) => void) | undefined
}

type RawCall = (...given: unknown[]) => Promise<unknown>

/** Methods whose functions in the library take no parameters. */
const withoutParams = new Set(['getMe', 'getWebhookInfo', 'logOut', 'close'])

export function createBotApi({ token, root, timeoutSeconds = answerMs / 1000, onDate }: BotApiOptions): BotApi {
  const api = new Api(token, {
    ...(root && { apiRoot: root.replace(/\/$/, '') }),
    timeoutSeconds,
    // Bun interprets the library's `compress: true` as a request to compress the body.
    baseFetchConfig: { compress: false },
    ...(onDate && { fetch: fetchReportingDate(onDate) }),
  })
  // The library creates its methods when they are accessed, for any name.
  const raw: Readonly<Record<string, RawCall | undefined>> = Object(api.raw)
  return {
    botId: Number(token.split(':')[0]),
    call: async (method, params, signal) => {
      const call = raw[method]
      if (!call) throw new Error(`There is no method ${method}`)
      try {
        return { status: 'sent', result: await (withoutParams.has(method) ? call(signal) : call(params, signal)) }
      } catch (error) {
        return outcomeOf(error)
      }
    },
  }
}

/** Reads the date header, because the library does not expose response headers. */
function fetchReportingDate(onDate: (time: number) => void) {
  return async (url: string, request: RequestInit): Promise<Response> => {
    const answer = await fetch(url, request)
    const time = Date.parse(answer.headers.get('date') ?? '')
    if (!Number.isNaN(time)) onDate(time)
    return answer
  }
}
