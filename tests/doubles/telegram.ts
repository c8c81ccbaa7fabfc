import { gunzipSync } from 'node:zlib'
import { createCommands, type TelegramCommands } from './telegram-commands.ts'
import { badFault, type Fault, failAfter, failBefore } from './telegram-faults.ts'
import { type Params, Refusal, readJson } from './telegram-messages.ts'
import { createMethods } from './telegram-methods.ts'
import { createUpdates, type TelegramUpdates } from './telegram-updates.ts'
import { createWindows, type SendWindows, type WindowLimits } from './telegram-windows.ts'

/** What somebody sees in their chat */
export interface Delivered {
  chatId: string
  messageId: number
  method: string
  /** ms UTC */
  at: number
  content: Record<string, unknown>
}

export interface TelegramOptions extends Partial<WindowLimits> {
  token?: string
  port?: number
  now?: () => number
  /** ms that the seconds take after which a webhook is tried again */
  webhookStepMs?: number
}

/**
 * The Bot API for one bot, as its documents and the errors of its server have it: limits of rate, texts, buttons and
 * albums; chats that block, are gone, or move; faults before and after delivery. What was delivered is the truth that
 * tests compare with.
 */
export interface Telegram {
  /** `TELEGRAM_API_ROOT` */
  root: string
  token: string
  delivered: readonly Delivered[]
  windows: SendWindows
  updates: TelegramUpdates
  commands: TelegramCommands
  /** Requests of each method so far, refused ones too */
  counts: ReadonlyMap<string, number>
  /** Chats that answer so; others are open to the bot */
  chats: Map<string, 'blocked' | 'deactivated' | 'not-found' | { movedTo: number }>
  /** Applied to sends, one after the other; an empty list goes on with `always` */
  faults: {
    next: Fault[]
    always: ((send: number) => Fault | undefined) | undefined
    revoked: boolean
    /** What every send is refused with once so many were delivered, such as a 403 of words that nobody has documented */
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

/** JSON, forms and files; clients may send them gzipped, as Telegram's own reader allows. */
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
