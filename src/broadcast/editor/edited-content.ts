import type { BroadcastContent } from '../content.ts'
import { contentIn, type SubmittedFields } from './message-form.ts'
import { variantTextsIn } from './variant-texts.ts'

/** Adds blank texts, up to the number of variants that the editor offers. */
export function withBlanks(content: BroadcastContent, further: number): BroadcastContent {
  if (further === 0) return content
  return { ...content, variants: Array.from({ length: further }, (_, index) => content.variants?.[index] ?? {}) }
}

export function editedContentIn(sent: SubmittedFields, further: number): BroadcastContent {
  const content = contentIn(sent)
  return further === 0 ? content : withBlanks({ ...content, variants: variantTextsIn(sent) }, further)
}
