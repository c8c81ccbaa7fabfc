import { createElement } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { flagAttribute, textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'

export interface FieldEntryProps extends BlockProps {
  as?: string
  isDefinition?: boolean
}

export function FieldEntry({ block, as = 'div', isDefinition = true }: FieldEntryProps) {
  const { t } = useLocale()
  const type = textAttribute(block.attributes, 'type')
  const description = textAttribute(block.attributes, 'description')
  const head = (
    <>
      <code>{textAttribute(block.attributes, 'name')}</code>
      {type && <span className="field-type">{type}</span>}
      {flagAttribute(block.attributes, 'required') && <em className="field-required">{t('prose.required')}</em>}
    </>
  )
  const meaning = (
    <>
      {description && <p>{description}</p>}
      {block.render(block.slots.description ?? [])}
      {block.render(block.children)}
    </>
  )
  return createElement(
    as,
    { className: 'field', id: textAttribute(block.attributes, 'id') },
    createElement(isDefinition ? 'dt' : 'div', null, head),
    createElement(isDefinition ? 'dd' : 'div', null, meaning),
  )
}
