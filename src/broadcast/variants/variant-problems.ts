import { checkMessage } from '../../telegram/message/check-message.ts'
import type { BroadcastContent, ContentProblem } from '../content.ts'

/** Of the further texts: `variants.0.text.ru`. All else they have in common with the first. Runs in browsers too. */
export function variantProblems({ variants = [], ...content }: BroadcastContent): ContentProblem[] {
  return variants.flatMap((text, index) =>
    checkMessage({ ...content, text })
      .filter(({ field }) => field.startsWith('text'))
      .map((problem) => ({ ...problem, field: `variants.${index}.${problem.field}` })),
  )
}

/** Those that keep it from being sent. */
export function variantFaults(content: BroadcastContent): ContentProblem[] {
  return variantProblems(content).filter(({ isNote }) => !isNote)
}
