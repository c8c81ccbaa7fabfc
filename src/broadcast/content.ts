import { z } from 'zod'
import {
  type LocaleTexts,
  localeTexts,
  type MessageContent,
  messageContent,
  source,
} from '../telegram/message/content.ts'
import type { MessageProblem } from '../telegram/message/problem.ts'
import { maxVariants } from './variant-limits.ts'

export interface BroadcastContent extends MessageContent {
  variants?: LocaleTexts[] | undefined
}
export type ContentProblem = MessageProblem

/** Texts of the variants in addition to the first one */
const variantTexts = z
  .array(localeTexts(source))
  .min(1)
  .max(maxVariants - 1)
  .optional()

export const broadcastContent = z.strictObject({
  ...messageContent.shape,
  variants: variantTexts,
}) satisfies z.ZodType<BroadcastContent>

/** Parses the content of a broadcast. @param json  as stored in the column */
export function readContent(json: string): BroadcastContent {
  return broadcastContent.parse(JSON.parse(json))
}
