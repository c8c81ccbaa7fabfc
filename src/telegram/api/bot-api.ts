import { Api } from 'grammy'
import { answerMs } from './leases.ts'
import { type ApiOutcome, outcomeOf } from './outcome.ts'

export interface BotApi {
  /** The number before the colon of the token */
  botId: number
  /** One request, never made again by itself. A signal that is aborted leaves the outcome `unknown`. */
  call(method: string, params: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<ApiOutcome>
}

export interface BotApiOptions {
  token: string
  /** Telegram's own server unless given */
  root?: string | undefined
  /** How long an answer is waited for; then the outcome is unknown */
  timeoutSeconds?: number
  /** Told by the clock of the server with each answer, ms UTC */
  onDate?: ((time: number) => void) | undefined
}

type RawCall = (...given: unknown[]) => Promise<unknown>

/** To the library these have no place for parameters. */
const withoutParams = new Set(['getMe', 'getWebhookInfo', 'logOut', 'close'])

export function createBotApi({ token, root, timeoutSeconds = answerMs / 1000, onDate }: BotApiOptions): BotApi {
  const api = new Api(token, {
    ...(root && { apiRoot: root.replace(/\/$/, '') }),
    timeoutSeconds,
    // Bun takes the library's `compress: true` for a wish to compress the request.
    baseFetchConfig: { compress: false },
    ...(onDate && { fetch: fetchTelling(onDate) }),
  })
  // Its methods are made as they are asked for, for any name.
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

/** The library keeps the headers of answers to itself. */
function fetchTelling(onDate: (time: number) => void) {
  return async (url: string, request: RequestInit): Promise<Response> => {
    const answer = await fetch(url, request)
    const time = Date.parse(answer.headers.get('date') ?? '')
    if (!Number.isNaN(time)) onDate(time)
    return answer
  }
}
