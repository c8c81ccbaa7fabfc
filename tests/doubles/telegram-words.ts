import type { Telegram } from './telegram.ts'
import { type Fault, faults } from './telegram-faults.ts'

/** Help text that lists every command. */
export const wordList = `  user ID TEXT        somebody writes to the bot: user 1 /start
  click ID DATA       somebody presses a button: click 1 lang:en
  block ID, open ID   somebody blocks the bot, or takes it back
  gone ID             their account is deleted
  fault KIND [N]      the next N sends fail: before-500, after-500, before-502, after-cut, after-reset, before-hang …
  refuse CODE WORDS   every send is refused: refuse 403 Forbidden: USER_RESTRICTED
  accept              sends are taken again
  revoke, restore     the token is refused, or taken again
  shown [ID]          what is seen in a chat, or in all of them
  help                these words`

/** A typed command that is not understood. */
export class WordError extends Error {}

/** Runs a command. @returns text to print. @throws WordError */
export async function play(telegram: Telegram, line: string): Promise<string> {
  const [, word = '', first = '', rest = ''] = /^\s*(\S*)\s*(\S*)\s*([\s\S]*?)\s*$/.exec(line) ?? []
  switch (word) {
    case '':
      return ''
    case 'user':
      await telegram.updates.write({ id: idIn(first) }, rest)
      return `${first} has written: ${rest}`
    case 'click':
      await click(telegram, idIn(first), rest)
      return `${first} has pressed ${rest}`
    case 'block':
      telegram.chats.set(first, 'blocked')
      await member(telegram, idIn(first), 'kicked')
      return `${first} has blocked the bot`
    case 'open':
      telegram.chats.delete(first)
      await member(telegram, idIn(first), 'member')
      return `${first} can be reached again`
    case 'gone':
      telegram.chats.set(String(idIn(first)), 'deactivated')
      return `The account ${first} is gone`
    case 'fault':
      telegram.faults.next.push(...Array.from({ length: Number(rest || 1) }, () => faultIn(first)))
      return `${telegram.faults.next.length} sends will fail`
    case 'refuse':
      if (!/^[45]\d\d$/.test(first)) throw new WordError('expected a status, such as 403')
      telegram.faults.refusal = { code: Number(first), words: rest, after: 0 }
      return `Every send is refused: ${first} ${rest}`
    case 'accept':
      telegram.faults.refusal = undefined
      return 'Sends are taken again'
    case 'revoke':
    case 'restore':
      telegram.faults.revoked = word === 'revoke'
      return word === 'revoke' ? 'The token is refused' : 'The token is taken again'
    case 'shown':
      return shown(telegram, first)
    case 'help':
      return wordList
    default:
      throw new WordError(`There is no such word; "help" shows those that there are`)
  }
}

function idIn(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new WordError('expected the number of a chat')
  return Number(text)
}

function faultIn(text: string): Fault {
  const found = faults.find((fault) => fault === text)
  if (!found) throw new WordError(`expected one of ${faults.join(', ')}`)
  return found
}

async function click(telegram: Telegram, id: number, data: string): Promise<void> {
  const last = telegram.delivered.findLast(({ chatId }) => chatId === String(id))
  const message = { message_id: last?.messageId ?? 0, chat: { id, type: 'private' } }
  await telegram.updates.push({
    callback_query: { id: `click-${id}-${data}`, from: telegram.updates.personOf(id), data, message },
  })
}

async function member(telegram: Telegram, id: number, status: 'kicked' | 'member'): Promise<void> {
  const chat = { id, type: 'private' }
  await telegram.updates.push({
    my_chat_member: { chat, from: telegram.updates.personOf(id), new_chat_member: { status } },
  })
}

/** Formats the last twenty messages, each with its buttons. */
function shown(telegram: Telegram, chat: string): string {
  const messages = telegram.delivered.filter(({ chatId }) => chat === '' || chatId === chat)
  const lines = messages.slice(-20).map(({ chatId, messageId, method, content }) => {
    const { reply_markup: markup, ...rest } = content
    return `${chatId} #${messageId} ${rest.text ?? rest.caption ?? method}${markup ? ` ${JSON.stringify(markup)}` : ''}`
  })
  return [`${messages.length} delivered, at most ${telegram.windows.busiest} in one second`, ...lines].join('\n')
}
