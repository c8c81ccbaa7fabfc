import { gunzipSync } from 'node:zlib'
import { createCommands, type TelegramCommands } from './telegram-commands.ts'
import { badFault, type Fault, failAfter, failBefore } from './telegram-faults.ts'
import { type Params, Refusal, readJson } from './telegram-messages.ts'
import { createMethods } from './telegram-methods.ts'
import { createUpdates, type TelegramUpdates } from './telegram-updates.ts'
import { createWindows, type SendWindows, type WindowLimits } from './telegram-windows.ts'

/** A message as a user sees it in their chat */
export interface Delivered {
  chatId: string
  messageId: number
  method: string
  /** Time of delivery, ms UTC */
  at: number
  content: Record<string, unknown>
}

export interface TelegramOptions extends Partial<WindowLimits> {
  token?: string
  port?: number
  now?: () => number
  /** Duration of one second of the webhook's retry delays, ms */
  webhookStepMs?: number
}

/**
 * The Bot API for one bot, following its documentation and the errors of its server: limits of rates, texts, buttons
 * and albums; chats that block the bot, are deleted or migrate; faults before and after delivery. Tests compare
 * recorded states with the messages that were actually delivered.
 */
export interface Telegram {
  /** Value of `TELEGRAM_API_ROOT` that leads to the double */
  root: string
  token: string
  delivered: readonly Delivered[]
  windows: SendWindows
  updates: TelegramUpdates
  commands: TelegramCommands
  /** Number of requests per method so far, including refused ones */
  counts: ReadonlyMap<string, number>
  /** Chats that do not accept messages, with the reason; all other chats accept messages */
  chats: Map<string, 'blocked' | 'deactivated' | 'not-found' | { movedTo: number }>
  /** Faults of the next sends, in order; when `next` is empty, `always` applies */
  faults: {
    next: Fault[]
    always: ((send: number) => Fault | undefined) | undefined
    revoked: boolean
    /** Error with which every send is refused after `after` deliveries, for example a 403 with an undocumented text */
    refusal: { code: number; words: string; after: number } | undefined
  }
  close(): Promise<void>
}

export function startTelegram(options: TelegramOptions = {}): Telegram {
  const { token = '1000001:double', port = 0, now = Date.now, perSecond = 30, perChat = 20 } = options
  const { webhookStepMs = 1000 } = options
  const windows = createWindows({ perSecond, perChat })
  const delivered: Delivered[] = []
  const counts = new Map<string, number>()
  const chats: Telegram['chats'] = new Map()
  const faults: Telegram['faults'] = { next: [], always: undefined, revoked: false, refusal: undefined }
  const updates = createUpdates({ now, webhookStepMs })
  const commands = createCommands()
  let sends = 0

  const { methods, sends: sendMethods } = createMethods({ token, windows, delivered, chats, updates, commands, now })

  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    fetch: async (request) => {
      const [, bot = '', method = ''] = new URL(request.url).pathname.split('/')
      counts.set(method, (counts.get(method) ?? 0) + 1)
      const run = methods[method]
      try {
        if (bot !== `bot${token}` || faults.revoked) throw new Refusal(401, 'Unauthorized')
        if (!run) throw new Refusal(404, 'Not Found: method not found')
        const isSend = method in sendMethods
        const { refusal } = faults
        if (isSend && refusal && delivered.length >= refusal.after) throw new Refusal(refusal.code, refusal.words)
        const fault = isSend ? (faults.next.shift() ?? faults.always?.(++sends)) : undefined
        const params = await readParams(request)
        if (fault && failBefore(fault)) return await badFault(fault)
        const result = await run(params)
        if (fault && failAfter(fault)) return await badFault(fault)
        return Response.json({ ok: true, result })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { code, message: description, parameters } = error
        return Response.json(
          { ok: false, error_code: code, description, ...(parameters && { parameters }) },
          { status: code },
        )
      }
    },
  })
  return {
    root: server.url.origin,
    token,
    delivered,
    windows,
    updates,
    commands,
    counts,
    chats,
    faults,
    close: async () => {
      updates.close()
      await server.stop(true)
    },
  }
}

/** Reads the parameters of a request from JSON, forms and files, also gzipped, as Telegram's own server allows. */
async function readParams(request: Request): Promise<Params> {
  const type = request.headers.get('content-type') ?? ''
  const query = Object.fromEntries(new URL(request.url).searchParams)
  if (request.method === 'GET' || !request.body) return query
  const raw = new Uint8Array(await request.arrayBuffer())
  const body = request.headers.get('content-encoding') === 'gzip' ? gunzipSync(raw) : raw
  if (type.startsWith('application/json')) return { ...query, ...readJson(Buffer.from(body).toString()) }
  const form = await new Response(body, { headers: { 'content-type': type } }).formData()
  return { ...query, ...Object.fromEntries(form) }
}
