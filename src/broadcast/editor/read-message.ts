import { z } from 'zod'
import { checkMessage } from '../../telegram/message/check-message.ts'
import { type Button, buttonRows, type MessageContent, messageContent } from '../../telegram/message/content.ts'
import type { MessageProblem } from '../../telegram/message/problem.ts'
import { changeForm, type TemplateChoice } from './change-form.ts'
import { changeField, contentIn, rowsIn, templateField } from './message-form.ts'

/** Max size of a form, bytes: enough for the largest message, two texts in Cyrillic and a hundred buttons. */
export const messageFormBytes = 512 * 1024

/** Schema of submitted fields. Of several values of a field, the last one counts. */
export const submittedFields = z.record(
  z.string(),
  z.union([z.string(), z.array(z.string()).transform((texts) => texts.at(-1) ?? '')]).catch(''),
)

export interface SubmittedMessage {
  content: MessageContent
  problems: MessageProblem[]
  /** Whether a button was pressed that only changes the form: the form is shown again, nothing is saved */
  isChange: boolean
}

/**
 * Reads the message of a form that contains `MessageFields`.
 * @param form  as returned by `readForm`
 * @param templates  button templates that the form offered
 */
export function readMessageFields(form: unknown, templates: readonly TemplateChoice[] = []): SubmittedMessage {
  const sent = submittedFields.parse(form)
  const template = templates.find(({ id }) => id === sent[templateField])
  const change = sent[changeField] ?? ''
  const content = messageContent.parse(changeForm(contentIn(sent), change, template))
  return { content, problems: change === '' ? checkMessage(content) : [], isChange: change !== '' }
}

/** Reads only the keyboard of a message, from the form for templates. */
export function readRows(form: unknown): { rows: Button[][]; isChange: boolean } {
  const sent = submittedFields.parse(form)
  const change = sent[changeField] ?? ''
  const changed = changeForm({ ...emptyContent, buttons: rowsIn(sent) }, change)
  return { rows: buttonRows.parse(changed.buttons), isChange: change !== '' }
}

export const emptyContent: MessageContent = messageContent.parse({ text: {} })
