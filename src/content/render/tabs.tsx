import { numberAttribute, textAttribute } from './attributes.ts'
import { type BlockProps, childBlocks, otherChildren } from './block.ts'
import { Variants } from './variants.tsx'

/** `::tabs` of `:::tabs-item{label icon}`. An item with an `#id` can be linked to. */
export function Tabs({ block }: BlockProps) {
  const variants = childBlocks(block, 'tabs-item').map((item) => ({
    label: textAttribute(item.attributes, 'label'),
    icon: textAttribute(item.attributes, 'icon'),
    id: textAttribute(item.attributes, 'id'),
    content: item.render(item.children),
  }))
  return (
    <>
      {variants.length > 0 && (
        <Variants
          className="tabs"
          variants={variants}
          initial={numberAttribute(block.attributes, 'defaultValue') ?? 0}
          sync={textAttribute(block.attributes, 'sync')}
        />
      )}
      {block.render(otherChildren(block, 'tabs-item'))}
    </>
  )
}
