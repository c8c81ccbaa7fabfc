import { locales } from '../../i18n/locales.ts'
import { checkMessage } from '../../telegram/message/check-message.ts'
import type { BroadcastContent, ContentProblem } from '../content.ts'
import { isWritten, variantProblems } from '../variants.ts'
import { actionOf, contentIn, type SubmittedFields, variantTextsIn } from './message-form.ts'

/** Adds blank texts, up to the number of variants that the editor offers. */
export function withBlanks(content: BroadcastContent, further: number): BroadcastContent {
  if (further === 0) return content
  return { ...content, variants: Array.from({ length: further }, (_, index) => content.variants?.[index] ?? {}) }
}

export function editedContentIn(sent: SubmittedFields, further: number): BroadcastContent {
  const content = contentIn(sent)
  return further === 0 ? content : withBlanks({ ...content, variants: variantTextsIn(sent) }, further)
}

/** Lists the problems to show while typing: an empty field is no problem until the form is sent. */
export function problemsWhileTyping(content: BroadcastContent): ContentProblem[] {
  const problems = [...checkMessage(content), ...variantProblems(content)]
  return problems.filter(({ field }) => !isUnfilled(content, field))
}

function isUnfilled({ media, buttons, variants = [] }: BroadcastContent, field: string): boolean {
  const [what, first = '', second = '', third] = field.split('.')
  if (what === 'media' && second === 'file') return media[Number(first)]?.file === ''
  if (what === 'variants') return !isWritten(variants[Number(first)])
  const button = what === 'buttons' ? buttons[Number(first)]?.[Number(second)] : undefined
  if (!button || third === undefined) return false
  return third === 'text' ? locales.every((locale) => !button.text[locale]) : actionOf(button).value === ''
}
