import { createElement } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { flagAttribute, textAttribute } from './attributes.ts'
import { type Block, type BlockProps, childBlocks, otherChildren } from './block.ts'
import { inOrder } from './in-order.ts'

const entryElements: Readonly<Record<string, string>> = {
  article: 'div',
  div: 'div',
  ol: 'li',
  section: 'div',
  ul: 'li',
}

/** Renders `::field-group{as}`, by default as a `<dl>`. */
export function FieldGroup({ block }: BlockProps) {
  const as = textAttribute(block.attributes, 'as') ?? 'dl'
  const entryElement = Object.hasOwn(entryElements, as) ? entryElements[as] : undefined
  const entry = (field: Block) => <FieldEntry block={field} as={entryElement} isDefinition={!entryElement} />
  const entries = childBlocks(block, 'field').map(entry)
  return (
    <>
      {entries.length > 0 && createElement(entryElement ? as : 'dl', { className: 'field-group' }, inOrder(entries))}
      {block.render(otherChildren(block, 'field'))}
    </>
  )
}

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
