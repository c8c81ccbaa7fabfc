import { checkMessage } from '../../telegram/message/check-message.ts'
import type { MessageContent } from '../../telegram/message/content.ts'
import type { MessageProblem } from '../../telegram/message/problem.ts'
import { actionOf } from '../form/message-form.ts'

/** What is wrong while somebody types: what has not been filled in yet is no fault until the form is sent. */
export function problemsWhileTyping(content: MessageContent): MessageProblem[] {
  return checkMessage(content).filter(({ field }) => !isUnfilled(content, field))
}

function isUnfilled({ media, buttons }: MessageContent, field: string): boolean {
  const [what, first = '', second = '', third] = field.split('.')
  if (what === 'media' && second === 'file') return media[Number(first)]?.file === ''
  const button = what === 'buttons' ? buttons[Number(first)]?.[Number(second)] : undefined
  if (!button || third === undefined) return false
  const label = `${button.text.ru ?? ''}${button.text.en ?? ''}`
  return third === 'text' ? label === '' : actionOf(button).value === ''
}
