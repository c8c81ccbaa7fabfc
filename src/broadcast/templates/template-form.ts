import type { Button } from '../../telegram/message/content.ts'
import type { MessageProblem } from '../../telegram/message/problem.ts'
import { readRows, submittedFields } from '../editor/read-message.ts'
import { maxTemplateName, problemsOfRows } from './templates.ts'

type NameFault = 'nameMissing' | 'nameLong' | 'nameTaken'

export interface TemplateForm {
  name: string
  rows: Button[][]
  /** `updatedAt` of the template when it was shown; 0 for a new template */
  seen: number
  nameFault?: NameFault | undefined
  problems: MessageProblem[]
  isChange: boolean
}

export function readTemplateForm(form: unknown): TemplateForm {
  const { rows, isChange } = readRows(form)
  const { name: sent = '', seen = '' } = submittedFields.parse(form)
  const name = sent.trim()
  const nameFault = isChange ? undefined : faultOf(name)
  const problems = isChange ? [] : problemsOfRows(rows)
  return { name: name.slice(0, maxTemplateName), rows, seen: Number(seen) || 0, nameFault, problems, isChange }
}

export function isFaulty({ nameFault, problems }: TemplateForm): boolean {
  return nameFault !== undefined || problems.some(({ isNote }) => !isNote)
}

function faultOf(name: string): NameFault | undefined {
  if (name === '') return 'nameMissing'
  return name.length > maxTemplateName ? 'nameLong' : undefined
}
