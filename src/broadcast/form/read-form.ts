import type { Draft } from '../acts/drafts.ts'
import type { ContentProblem } from '../content.ts'
import { type FieldErrors, type FieldValues, readFields, valuesIn } from './broadcast-fields.ts'
import type { TemplateChoice } from './change-form.ts'
import { readMessageFields } from './message-fields.ts'
import { changeField } from './message-form.ts'

export interface SentForm {
  /** Complete, with nothing where a field is faulty */
  draft: Draft
  values: FieldValues
  errors: FieldErrors
  problems: ContentProblem[]
  /** The form is only to be shown again */
  isChange: boolean
  isFaulty: boolean
}

/** @param sent  as `readForm` gives it */
export function readBroadcastForm(sent: Record<string, unknown>, templates: readonly TemplateChoice[]): SentForm {
  const values = valuesIn(sent)
  const { fields, errors } = readFields(values)
  const { content, problems, isChange } = readMessageFields(sent, templates)
  const isFaulty = Object.keys(errors).length > 0 || problems.some(({ isNote }) => !isNote)
  const shown = isChange ? {} : errors
  return {
    draft: { ...fields, content },
    values,
    errors: shown,
    problems,
    isChange: isChange || changeField in sent,
    isFaulty,
  }
}
