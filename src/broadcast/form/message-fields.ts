import { z } from 'zod'
import { checkMessage } from '../../telegram/message/check-message.ts'
import { type Button, buttonRows, type MessageContent, messageContent } from '../../telegram/message/content.ts'
import type { MessageProblem } from '../../telegram/message/problem.ts'
import { changeForm, type TemplateChoice } from './change-form.ts'
import { changeField, contentIn, rowsIn, templateField } from './message-form.ts'

/** Bytes that hold the largest of messages, two texts in Cyrillic and a hundred buttons, as a form sends it. */
export const messageFormBytes = 512 * 1024

/** A field that was sent more than once counts as it was sent last. */
export const sentFields = z.record(
  z.string(),
  z.union([z.string(), z.array(z.string()).transform((texts) => texts.at(-1) ?? '')]).catch(''),
)

export interface SentMessage {
  content: MessageContent
  problems: MessageProblem[]
  /** One of the buttons that only change the form was pressed: it is shown again, nothing is saved */
  isChange: boolean
}

/**
 * The message of a form with `MessageFields` in it.
 * @param form  as `readForm` gives it
 * @param templates  of buttons, as the form offered them
 */
export function readMessageFields(form: unknown, templates: readonly TemplateChoice[] = []): SentMessage {
  const sent = sentFields.parse(form)
  const template = templates.find(({ id }) => id === sent[templateField])
  const change = sent[changeField] ?? ''
  const content = messageContent.parse(changeForm(contentIn(sent), change, template))
  return { content, problems: change === '' ? checkMessage(content) : [], isChange: change !== '' }
}

/** The keyboard alone, of a form for templates. */
export function readRows(form: unknown): { rows: Button[][]; isChange: boolean } {
  const sent = sentFields.parse(form)
  const change = sent[changeField] ?? ''
  const changed = changeForm({ ...emptyContent, buttons: rowsIn(sent) }, change)
  return { rows: buttonRows.parse(changed.buttons), isChange: change !== '' }
}

export const emptyContent: MessageContent = messageContent.parse({ text: {} })
