import { Api } from 'grammy'
import { answerMs } from './leases.ts'
import { type ApiOutcome, outcomeOf } from './outcome.ts'

export interface BotApi {
  /** The number before the colon in the token */
  botId: number
  /** Makes one request and never repeats it. Aborting the signal leaves the outcome `unknown`. */
  call(method: string, params: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<ApiOutcome>
}

export interface BotApiOptions {
  token: string
  /** Telegram's own server by default */
  root?: string | undefined
  /** How long to wait for an answer; then the outcome is unknown */
  timeoutSeconds?: number
  /** Called with the server's clock at each answer, ms UTC */
  onDate?: ((time: number) => void) | undefined
}

type RawCall = (...given: unknown[]) => Promise<unknown>

/** The library's functions for these take no parameters. */
const withoutParams = new Set(['getMe', 'getWebhookInfo', 'logOut', 'close'])

export function createBotApi({ token, root, timeoutSeconds = answerMs / 1000, onDate }: BotApiOptions): BotApi {
  const api = new Api(token, {
    ...(root && { apiRoot: root.replace(/\/$/, '') }),
    timeoutSeconds,
    // Bun interprets the library's `compress: true` as a request to compress the body.
    baseFetchConfig: { compress: false },
    ...(onDate && { fetch: fetchReportingDate(onDate) }),
  })
  // The library creates its methods on access, for any name.
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
