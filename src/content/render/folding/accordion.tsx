import { useId } from 'react'
import { textAttribute } from '../attributes.ts'
import { type Block, type BlockProps, childBlocks, otherChildren } from '../block.ts'
import { inOrder } from '../in-order.ts'
import { AccordionItem } from './accordion-item.tsx'

/** Renders `::accordion`, which consists of `:::accordion-item`; `type="single"` keeps only one item open. */
export function Accordion({ block }: BlockProps) {
  const id = useId()
  const name = textAttribute(block.attributes, 'type') === 'single' ? id : undefined
  const items = childBlocks(block, 'accordion-item')
  const drawItem = (item: Block) => <AccordionItem block={{ ...item, attributes: { ...item.attributes, name } }} />
  return (
    <div className="accordion">
      {inOrder(items.map(drawItem))}
      {block.render(otherChildren(block, 'accordion-item'))}
    </div>
  )
}
