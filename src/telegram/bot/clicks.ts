import { isLocale } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { answerOffer } from '../link/link-in-chat.ts'
import { setLocale } from '../subscribers/subscriber-queries.ts'
import type { BotDeps, Reaction } from './bot-deps.ts'
import type { UpdateContext } from './update-context.ts'

type Click = UpdateContext<'click'>

/** Handles a click. Telegram waits for an answer to each click: until then the button looks busy. */
export async function reactToClick(deps: BotDeps, context: Click): Promise<Reaction> {
  const [kind = '', first = '', second = ''] = context.data.split(':')
  if (kind === 'lang' && isLocale(first)) {
    const text = translator(first)('telegramBot.languageSet')
    const statements = context.subscriber ? [setLocale(deps.db, context.chatId, first)] : []
    return { statements, replies: [answer(context, text), ...replace(context, text)] }
  }
  if (kind === 'link') {
    const { statements = [], text } = await answerOffer(deps, context, { isYes: first === 'yes', tokenHash: second })
    return { statements, replies: [answer(context, ''), ...replace(context, text)] }
  }
  const counted = kind === 'b' ? await countClick(deps, context, first, second) : undefined
  const text = counted?.text ?? translator(context.locale)('telegramBot.clickOver')
  return { statements: counted?.statements ?? [], replies: [answer(context, text)] }
}

async function countClick(deps: BotDeps, { chatId, now }: Click, broadcastId: string, button: string) {
  if (!/^\d{1,3}$/.test(button)) return undefined
  return deps.countClick({ broadcastId, button: Number(button), chatId, now })
}

/** ms. A late answer is useless: Telegram accepts answers only for a short while. */
const answeredWithinMs = 60_000

/** @param text  up to 200 characters are shown; an empty one ends the waiting silently */
function answer({ queryId }: Click, text: string) {
  const params = { callback_query_id: queryId, text: text.slice(0, 200) }
  return { method: 'answerCallbackQuery', params, expiresInMs: answeredWithinMs }
}

/** Replaces the text of a question, which removes its buttons. */
function replace({ messageId }: Click, text: string) {
  return messageId === undefined ? [] : [{ method: 'editMessageText', params: { message_id: messageId, text } }]
}
