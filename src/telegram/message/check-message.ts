import { checkButtons } from './check-buttons.ts'
import { checkMedia } from './check-media.ts'
import { checkTexts } from './check-texts.ts'
import type { MessageContent } from './content.ts'
import type { MessageProblem } from './problem.ts'

/** As long as an id of a broadcast */
const anyId = '00000000-0000-4000-8000-000000000000'

/**
 * Everything that Telegram would refuse for all recipients at once, with the shortest and the longest of names, and
 * notes. Runs in browsers too.
 */
export function checkMessage(
  content: MessageContent,
  { broadcastId = anyId }: { broadcastId?: string } = {},
): MessageProblem[] {
  return [...checkTexts(content), ...checkMedia(content.media), ...checkButtons(content.buttons, broadcastId)]
}

/** The problems that keep a message from being sent. */
export function faultsOf(content: MessageContent, options?: { broadcastId?: string }): MessageProblem[] {
  return checkMessage(content, options).filter(({ isNote }) => !isNote)
}
