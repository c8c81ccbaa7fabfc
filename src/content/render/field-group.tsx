import { createElement } from 'react'
import { textAttribute } from './attributes.ts'
import { type Block, type BlockProps, childBlocks, otherChildren } from './block.ts'
import { FieldEntry } from './field-entry.tsx'
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
