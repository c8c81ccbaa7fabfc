import { isLocale } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { answerOffer } from '../link/link-in-chat.ts'
import { setLocale } from '../subscribers/subscriber-queries.ts'
import type { Asked } from './asked.ts'
import type { BotDeps, Reaction } from './bot-deps.ts'

type Click = Asked<'click'>

/** Telegram waits for an answer to each click: until then its button seems to be working. */
export async function reactToClick(deps: BotDeps, asked: Click): Promise<Reaction> {
  const [kind = '', first = '', second = ''] = asked.data.split(':')
  if (kind === 'lang' && isLocale(first)) {
    const text = translator(first)('telegramBot.languageSet')
    const statements = asked.subscriber ? [setLocale(deps.db, asked.chatId, first)] : []
    return { statements, says: [answer(asked, text), ...replace(asked, text)] }
  }
  if (kind === 'link') {
    const { statements = [], text } = await answerOffer(deps, asked, { isYes: first === 'yes', tokenHash: second })
    return { statements, says: [answer(asked, ''), ...replace(asked, text)] }
  }
  const counted = kind === 'b' ? await countClick(deps, asked, first, second) : undefined
  const text = counted?.text ?? translator(asked.locale)('telegramBot.clickOver')
  return { statements: counted?.statements ?? [], says: [answer(asked, text)] }
}

async function countClick(deps: BotDeps, { chatId, now }: Click, broadcastId: string, button: string) {
  if (!/^\d{1,3}$/.test(button)) return undefined
  return deps.countClick({ broadcastId, button: Number(button), chatId, now })
}

/** Of no use when it comes late: Telegram takes answers for a short while only. */
const answeredWithinMs = 60_000

/** @param text  up to 200 letters are shown; none ends the waiting silently */
function answer({ queryId }: Click, text: string) {
  const params = { callback_query_id: queryId, text: text.slice(0, 200) }
  return { method: 'answerCallbackQuery', params, expiresInMs: answeredWithinMs }
}

/** Puts words in the place of a question, so that its buttons are gone. */
function replace({ messageId }: Click, text: string) {
  return messageId === undefined ? [] : [{ method: 'editMessageText', params: { message_id: messageId, text } }]
}
