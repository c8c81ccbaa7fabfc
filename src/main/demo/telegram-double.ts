import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { parseMessageHtml } from '../../telegram/message-html/parse-message-html.ts'
import { habitOf, subscriberIn } from './subscriber-names.ts'

type Update = Record<string, unknown> & { update_id: number }

interface Click {
  chatId: number
  messageId: number
  data: string
  afterMs: number
}

interface Poll {
  offset: number
  limit: number
  /** Max duration of the poll, seconds */
  timeout: number
}

/** Max number of pending clicks; further clicks are dropped. */
const maxClicks = 1000

/**
 * Creates a queue of chat updates for one poll at a time. @param firstId  larger than any ID of an earlier start,
 * because IDs must be unique
 */
function createUpdateQueue(firstId: number) {
  let nextId = firstId
  let waiting: Update[] = []
  let endPoll: (() => void) | undefined
  const clicks = new Set<ReturnType<typeof setTimeout>>()

  const push = ({ chatId, messageId, data }: Click) => {
    const { firstName, lastName, locale } = subscriberIn(chatId) ?? { firstName: '', lastName: '', locale: 'ru' }
    const from = { id: chatId, is_bot: false, first_name: firstName, last_name: lastName, language_code: locale }
    const message = { message_id: messageId, chat: { id: chatId, type: 'private' } }
    const update_id = nextId++
    waiting.push({ update_id, callback_query: { id: `demo-${update_id}`, from, data, message } })
    endPoll?.()
  }
  return {
    click: (click: Click) => {
      if (click.afterMs <= 0) return push(click)
      if (clicks.size >= maxClicks) return
      const timer = setTimeout(() => {
        clicks.delete(timer)
        push(click)
      }, click.afterMs)
      timer.unref()
      clicks.add(timer)
    },
    poll: async ({ offset, limit, timeout }: Poll): Promise<Update[]> => {
      waiting = waiting.filter(({ update_id }) => update_id >= offset)
      endPoll?.()
      if (waiting.length === 0 && timeout > 0) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, timeout * 1000)
        endPoll = resolve
        await promise
        clearTimeout(timer)
        if (endPoll === resolve) endPoll = undefined
      }
      return waiting.slice(0, limit)
    },
    take: (): Update[] => {
      const taken = waiting
      waiting = []
      return taken
    },
    close: () => {
      for (const timer of clicks) clearTimeout(timer)
      endPoll?.()
    },
  }
}

/** Token and name that no real bot can have: bot names have at most 32 letters. */
const token = '1:demo-without-telegram'
const username = 'this_is_a_demo_without_telegram_bot'

export interface TelegramDouble {
  /** Values for `TELEGRAM_API_ROOT` and `TELEGRAM_TOKEN` */
  root: string
  token: string
  /** Removes and returns updates that were not polled yet */
  takeUpdates(): Record<string, unknown>[]
  close(): Promise<void>
}

export interface DoubleOptions {
  /** Delay before a click, ms; random up to 90 s by default */
  clickAfterMs?: (() => number) | undefined
  /** Current time, ms UTC */
  now?: (() => number) | undefined
}

type Params = Readonly<Record<string, unknown>>

/** An error that the double answers as the Bot API does */
class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Starts a Bot API for the demo subscribers on the loopback interface: nothing leaves this machine. It stores no
 * messages; some subscribers have blocked the bot, and some click buttons.
 */
export async function startTelegramDouble(options: DoubleOptions = {}): Promise<TelegramDouble> {
  const { clickAfterMs = () => 2000 + Math.random() * 88_000, now = Date.now } = options
  const updates = createUpdateQueue(now())
  const methods = methodsOf({ updates, clickAfterMs, now })
  const server = createServer(async (request, response) => {
    const answer = await answerTo(request, methods)
    response.writeHead(answer.status, { 'content-type': 'application/json', connection: 'keep-alive' })
    response.end(JSON.stringify(answer.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    root: `http://127.0.0.1:${port}`,
    token,
    takeUpdates: updates.take,
    close: async () => {
      updates.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

type Methods = Readonly<Record<string, (params: Params) => unknown>>

async function answerTo(request: IncomingMessage, methods: Methods): Promise<{ status: number; body: object }> {
  try {
    const [, bot = '', method = ''] = (request.url ?? '').split('?')[0]?.split('/') ?? []
    if (bot !== `bot${token}`) throw new Refusal(401, 'Unauthorized')
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!run) throw new Refusal(404, 'Not Found: method not found')
    return { status: 200, body: { ok: true, result: await run(await readParams(request)) } }
  } catch (error) {
    const { code, message } = error instanceof Refusal ? error : { code: 500, message: 'Internal Server Error' }
    return { status: code, body: { ok: false, error_code: code, description: message } }
  }
}

/** Reads parameters from JSON or from a form with files. */
async function readParams(request: IncomingMessage): Promise<Params> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  const [body, type = ''] = [Buffer.concat(pieces), request.headers['content-type']]
  if (body.length === 0) return {}
  if (type.startsWith('application/json')) return JSON.parse(body.toString())
  return Object.fromEntries(await new Response(body, { headers: { 'content-type': type } }).formData())
}

interface MethodsOptions {
  updates: ReturnType<typeof createUpdateQueue>
  clickAfterMs(): number
  now(): number
}

const mediaMethods = ['sendPhoto', 'sendVideo', 'sendDocument', 'sendAudio', 'sendAnimation']
const doneMethods = [
  ...['setMyCommands', 'deleteMyCommands', 'answerCallbackQuery', 'setWebhook', 'deleteWebhook'],
  ...['deleteMessage', 'deleteMessages', 'sendChatAction'],
]
const editMethods = ['editMessageText', 'editMessageCaption', 'editMessageReplyMarkup']

function methodsOf({ updates, clickAfterMs, now }: MethodsOptions): Methods {
  let lastMessage = Math.floor(now() / 1000)
  const messageIn = (params: Params, id: number) => {
    const chat = { id: Number(params.chat_id), type: 'private' }
    return { message_id: id, date: Math.floor(now() / 1000), chat }
  }
  const send = (field: 'text' | 'caption') => (params: Params) => {
    checkText(params, field)
    const chatId = openChat(params)
    const messageId = ++lastMessage
    const data = callbacksOf(params.reply_markup)[chatId % 3 === 0 ? 1 : 0]
    if (data !== undefined && habitOf(chatId) === 'clicks') {
      updates.click({ chatId, messageId, data, afterMs: clickAfterMs() })
    }
    return messageIn(params, messageId)
  }
  const each = (names: readonly string[], method: (params: Params) => unknown) =>
    Object.fromEntries(names.map((name) => [name, method]))
  return {
    getMe: () => ({ id: Number(token.split(':')[0]), is_bot: true, first_name: 'Kurs demo', username }),
    getUpdates: ({ offset, limit, timeout }) =>
      updates.poll({ offset: Number(offset ?? 0), limit: Number(limit ?? 100), timeout: Number(timeout ?? 0) }),
    getWebhookInfo: () => ({ url: '', has_custom_certificate: false, pending_update_count: 0 }),
    getMyCommands: () => [],
    sendMessage: send('text'),
    ...each(mediaMethods, send('caption')),
    sendMediaGroup: (params) => {
      openChat(params)
      const media = typeof params.media === 'string' ? JSON.parse(params.media) : params.media
      return (Array.isArray(media) ? media : []).map(() => messageIn(params, ++lastMessage))
    },
    ...each(editMethods, (params) => messageIn(params, Number(params.message_id))),
    ...each(doneMethods, () => true),
  }
}

/** Returns the chat ID if the bot may write to the chat. @throws Refusal with the error texts of Telegram's server */
function openChat({ chat_id: given }: Params): number {
  const chatId = Number(given)
  if (!subscriberIn(chatId)) throw new Refusal(400, 'Bad Request: chat not found')
  const habit = habitOf(chatId)
  if (habit === 'blocks') throw new Refusal(403, 'Forbidden: bot was blocked by the user')
  if (habit === 'is gone') throw new Refusal(403, 'Forbidden: user is deactivated')
  return chatId
}

const maxLetters = { text: 4096, caption: 1024 }

/** Checks the text of a message. @throws Refusal */
function checkText(params: Params, field: 'text' | 'caption'): void {
  const source = String(params[field] ?? '')
  const parsed = params.parse_mode === 'HTML' ? parseMessageHtml(source) : { status: 'parsed' as const, text: source }
  if (parsed.status === 'invalid') throw new Refusal(400, `Bad Request: can't parse entities: ${parsed.message}`)
  if (field === 'text' && parsed.text.trim() === '') throw new Refusal(400, 'Bad Request: message text is empty')
  if (parsed.text.length > maxLetters[field]) throw new Refusal(400, `Bad Request: message ${field} is too long`)
}

function callbacksOf(markup: unknown): string[] {
  const given = typeof markup === 'string' ? JSON.parse(markup) : markup
  const rows: unknown = given?.inline_keyboard
  if (!Array.isArray(rows)) return []
  return rows.flat().flatMap(({ callback_data: data }) => (typeof data === 'string' ? data : []))
}
