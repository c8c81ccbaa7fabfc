import { faultsOf } from '../telegram/message/check-message.ts'
import { type ContentProblem, readContent } from './content.ts'
import { variantFaults } from './variants.ts'

/** Lists the problems that prevent sending a broadcast. */
export function problemsOf({ id, content }: { id: string; content: string }): ContentProblem[] {
  const whole = readContent(content)
  return [...faultsOf(whole, { broadcastId: id }), ...variantFaults(whole)]
}
