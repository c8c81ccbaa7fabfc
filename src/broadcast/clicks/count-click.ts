import type { Db } from '../../db/client.ts'
import { defaultLocale } from '../../i18n/locales.ts'
import type { BroadcastClick, ClickResult } from '../../telegram/bot/bot-deps.ts'
import { textIn } from '../../telegram/message/requests.ts'
import { fill, unescaped } from '../../telegram/message/variables.ts'
import { findSubscriber } from '../../telegram/subscribers/subscriber-queries.ts'
import { clickStatements, findBroadcast } from '../broadcast-queries.ts'
import { broadcastContent } from '../content.ts'
import { enterByClick } from '../series/people-queries.ts'

/**
 * Counts a person's first click on a button of a broadcast. The answer to the click is the button's own text, or its
 * label.
 * @returns undefined when the button no longer exists
 */
export async function countClick(db: Db, click: BroadcastClick): Promise<ClickResult | undefined> {
  const row = await findBroadcast(db, click.broadcastId)
  const content = row && broadcastContent.safeParse(JSON.parse(row.content))
  const button = content?.data?.buttons.flat()[click.button]
  if (!button || !('callback' in button)) return undefined
  const { locale = defaultLocale, name = '' } = (await findSubscriber(db, click.chatId)) ?? {}
  const answer = button.callback || textIn(button.text, locale)
  const text = fill(answer, { chatId: click.chatId, locale, name }, unescaped)
  return { statements: [...clickStatements(db, click), enterByClick(db, click)], text }
}
