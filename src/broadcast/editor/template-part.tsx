import type { RefObject } from 'react'
import type { TemplateChoice } from '../form/change-form.ts'
import { templateField } from '../form/message-form.ts'
import { ChangeButton, idOf, type PartProps } from './editor-parts.tsx'

export interface TemplatePartProps extends Pick<PartProps, 'words' | 'change'> {
  templates: readonly TemplateChoice[]
  chosen: RefObject<HTMLSelectElement | null>
}

/** Appends the rows of a template to the existing ones. */
export function TemplatePart({ templates, chosen, words: { editor }, change }: TemplatePartProps) {
  if (templates.length === 0) return null
  return (
    <div className="field editor-template">
      <label htmlFor={idOf(templateField)}>{editor.template}</label>
      <select ref={chosen} id={idOf(templateField)} name={templateField}>
        {templates.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ChangeButton action="template" change={change}>
        {editor.insertTemplate}
      </ChangeButton>
    </div>
  )
}
