import { checkMessage } from '../telegram/message/check-message.ts'
import type { BroadcastContent, ContentProblem } from './content.ts'

/**
 * Finds problems of the further texts, in fields such as `variants.0.text.ru`. Media and buttons are shared with the
 * first text. Also runs in browsers.
 */
export function variantProblems({ variants = [], ...content }: BroadcastContent): ContentProblem[] {
  return variants.flatMap((text, index) =>
    checkMessage({ ...content, text })
      .filter(({ field }) => field.startsWith('text'))
      .map((problem) => ({ ...problem, field: `variants.${index}.${problem.field}` })),
  )
}

/** Finds problems of the further texts that prevent sending. */
export function variantFaults(content: BroadcastContent): ContentProblem[] {
  return variantProblems(content).filter(({ isNote }) => !isNote)
}
