import { faultsOf } from '../telegram/message/check-message.ts'
import { type MessageContent, messageContent } from '../telegram/message/content.ts'
import type { MessageProblem } from '../telegram/message/problem.ts'

export type BroadcastContent = MessageContent
export type ContentProblem = MessageProblem

/** @param json  as the column has it */
export function readContent(json: string): BroadcastContent {
  return messageContent.parse(JSON.parse(json))
}

/** What keeps it from being sent. */
export function problemsOf({ id, content }: { id: string; content: string }): ContentProblem[] {
  return faultsOf(readContent(content), { broadcastId: id })
}
