import type { Draft } from '../acts/drafts.ts'
import type { ContentProblem } from '../content.ts'
import type { TemplateChoice } from '../editor/change-form.ts'
import { changeField } from '../editor/message-form.ts'
import { readMessageFields } from '../editor/read-message.ts'
import { variantTextsIn, withVariants } from '../editor/variant-texts.ts'
import { variantProblems } from '../variant-problems.ts'
import { readAbTest } from './ab-test-settings.ts'
import { parseFields, valuesIn } from './broadcast-fields.ts'
import type { FieldErrors, FieldValues } from './field-values.ts'

export interface SubmittedForm {
  /** Draft with all fields; a field that is invalid in the form is empty */
  draft: Draft
  values: FieldValues
  errors: FieldErrors
  problems: ContentProblem[]
  /** Whether the form is only to be shown again, not saved */
  isChange: boolean
  isFaulty: boolean
}

/** Reads the form of a broadcast. @param sent  as returned by `readForm` */
export function readBroadcastForm(sent: Record<string, unknown>, templates: readonly TemplateChoice[]): SubmittedForm {
  const values = valuesIn(sent)
  const { fields, errors } = parseFields(values)
  const message = readMessageFields(sent, templates)
  const { isChange } = message
  const content = withVariants(message.content, variantTextsIn(sent))
  const abTest = readAbTest(values, content, errors)
  const problems = isChange ? message.problems : [...message.problems, ...variantProblems(content)]
  const isFaulty = Object.keys(errors).length > 0 || problems.some(({ isNote }) => !isNote)
  const shown = isChange ? {} : errors
  return {
    draft: { ...fields, ...abTest, content },
    values,
    errors: shown,
    problems,
    isChange: isChange || changeField in sent,
    isFaulty,
  }
}
