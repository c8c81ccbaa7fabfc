import { type Block, type BlockProps, childBlocks, otherChildren } from './block.ts'
import { FieldEntry } from './field-entry.tsx'
import { inOrder } from './in-order.ts'

/** `::field-group`: a list of definitions. */
export function FieldGroup({ block }: BlockProps) {
  return (
    <>
      <dl className="field-group">{inOrder(childBlocks(block, 'field').map(drawEntry))}</dl>
      {block.render(otherChildren(block, 'field'))}
    </>
  )
}

function drawEntry(field: Block) {
  return <FieldEntry block={field} />
}
