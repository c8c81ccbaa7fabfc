import type { Delivered, Telegram } from './telegram.ts'
import type { TelegramCommands } from './telegram-commands.ts'
import {
  checkPhoto,
  detectedIn,
  type Params,
  Refusal,
  readAlbum,
  readJson,
  readMarkup,
  readMedia,
  readText,
} from './telegram-messages.ts'
import type { TelegramUpdates } from './telegram-updates.ts'
import type { SendWindows } from './telegram-windows.ts'

interface MethodsOptions {
  token: string
  windows: SendWindows
  delivered: Delivered[]
  chats: Telegram['chats']
  updates: TelegramUpdates
  commands: TelegramCommands
  now(): number
}

type Methods = Record<string, (params: Params) => unknown>

/** Returns the methods of one bot, and the names of the methods that send messages. */
export function createMethods({ token, windows, delivered, chats, updates, commands, now }: MethodsOptions): {
  methods: Methods
  sends: Methods
} {
  let lastMessage = 0

  const deliver = (chatId: string, method: string, content: Record<string, unknown>) => {
    const messageId = ++lastMessage
    delivered.push({ chatId, messageId, method, at: now(), content })
    const chat = { id: Number(chatId), type: 'private' }
    return { message_id: messageId, date: Math.floor(now() / 1000), chat, ...content }
  }
  const checkChat = (params: Params): string => {
    const chatId = String(params.chat_id ?? '')
    const state = chats.get(chatId)
    if (!/^-?\d+$/.test(chatId) || state === 'not-found') throw new Refusal(400, 'Bad Request: chat not found')
    if (state === 'blocked') throw new Refusal(403, 'Forbidden: bot was blocked by the user')
    if (state === 'deactivated') throw new Refusal(403, 'Forbidden: user is deactivated')
    if (state) {
      const moved = { migrate_to_chat_id: state.movedTo }
      throw new Refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', moved)
    }
    const wait = windows.take(chatId, now())
    if (wait !== undefined) throw tooMany(wait)
    return chatId
  }
  const find = (params: Params, what: string): Delivered => {
    const found = delivered.find(
      ({ chatId, messageId }) => chatId === String(params.chat_id) && messageId === Number(params.message_id),
    )
    if (!found) throw new Refusal(400, `Bad Request: message to ${what} not found`)
    return found
  }
  const edit = (params: Params, content: Record<string, unknown>) => {
    const found = find(params, 'edit')
    if (Object.entries(content).every(([name, value]) => Bun.deepEquals(found.content[name], value))) {
      const text =
        'specified new message content and reply markup are exactly the same as a current content and reply markup of the message'
      throw new Refusal(400, `Bad Request: message is not modified: ${text}`)
    }
    Object.assign(found.content, content)
    return { message_id: found.messageId, chat: { id: Number(found.chatId) }, ...found.content }
  }
  const sendMedia = (kind: string) => async (params: Params) => {
    const [chatId, field] = [checkChat(params), kind.toLowerCase()]
    const content = {
      ...mediaOf(detectedIn(params, field), readMedia(params, field)),
      ...readText(params, 'caption', 1024),
      ...readMarkup(params),
    }
    if (field === 'photo') await checkPhoto(params)
    return deliver(chatId, `send${kind}`, content)
  }
  const sends: Methods = {
    sendMessage: (params) => {
      const content = { ...readText(params, 'text', 4096), ...readMarkup(params) }
      return deliver(checkChat(params), 'sendMessage', content)
    },
    sendPhoto: sendMedia('Photo'),
    sendVideo: sendMedia('Video'),
    sendDocument: sendMedia('Document'),
    sendAudio: sendMedia('Audio'),
    sendAnimation: sendMedia('Animation'),
    sendMediaGroup: (params) => {
      const album = readAlbum(params)
      const chatId = checkChat(params)
      return album.map(({ kind, media, ...caption }) =>
        deliver(chatId, 'sendMediaGroup', { ...mediaOf(kind, media), ...caption }),
      )
    },
  }
  const methods: Methods = {
    ...sends,
    getMe: () => ({ id: Number(token.split(':')[0]), is_bot: true, first_name: 'Double', username: 'kurs_double_bot' }),
    editMessageText: (params) =>
      edit(params, { ...readText(params, 'text', 4096), reply_markup: undefined, ...readMarkup(params) }),
    editMessageCaption: (params) =>
      edit(params, { ...readText(params, 'caption', 1024), reply_markup: undefined, ...readMarkup(params) }),
    editMessageReplyMarkup: (params) => edit(params, { reply_markup: undefined, ...readMarkup(params) }),
    deleteMessage: (params) => {
      const found = find(params, 'delete')
      if (now() - found.at > 48 * 3_600_000)
        throw new Refusal(400, "Bad Request: message can't be deleted for everyone")
      delivered.splice(delivered.indexOf(found), 1)
      return true
    },
    // Deletes the messages that exist and skips missing ones.
    deleteMessages: (params) => {
      for (const id of readIds(params)) {
        const found = delivered.findIndex((each) => each.chatId === String(params.chat_id) && each.messageId === id)
        if (found >= 0) delivered.splice(found, 1)
      }
      return true
    },
    answerCallbackQuery: () => true,
    ...commands.methods,
    ...updates.methods,
  }
  return { methods, sends }
}

/** A photo has several sizes; an animation is also a document, for clients that do not know animations. */
function mediaOf(kind: string, id: string): Record<string, unknown> {
  if (kind === 'animation') return { animation: { file_id: id }, document: { file_id: id } }
  return { [kind]: kind === 'photo' ? [{ file_id: `${id}-small` }, { file_id: id }] : { file_id: id } }
}

/** Reads a list of message IDs. @throws Refusal */
function readIds({ message_ids: given }: Params): unknown[] {
  const ids = given === undefined || given === '' ? [] : readJson(given)
  if (!Array.isArray(ids)) throw new Refusal(400, 'Bad Request: expected an Array of message identifiers')
  if (ids.length > 100) throw new Refusal(400, 'Bad Request: too many message identifiers specified')
  if (ids.length === 0) throw new Refusal(400, 'Bad Request: message identifiers are not specified')
  return ids
}

function tooMany(seconds: number): Refusal {
  return new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })
}
