import { textAttribute } from './attributes.ts'
import { type BlockProps, innerBlocks, withoutBlanks } from './block.ts'
import { Variants } from './variants.tsx'

/**
 * Renders `::tabs`, which consists of `:::tabs-item{label icon}` or any blocks with a `label`; an item's `#id` is a
 * link target.
 */
export function Tabs({ block }: BlockProps) {
  const items = innerBlocks(block).filter(
    ({ tag, attributes }) => tag === 'tabs-item' || textAttribute(attributes, 'label'),
  )
  const variants = items.map((item) => {
    const description = textAttribute(item.attributes, 'description')
    return {
      label: textAttribute(item.attributes, 'label'),
      icon: textAttribute(item.attributes, 'icon'),
      id: textAttribute(item.attributes, 'id'),
      content: (
        <>
          {description && <p>{description}</p>}
          {block.render(item.tag === 'tabs-item' ? item.children : [item.node])}
        </>
      ),
    }
  })
  const inTabs = new Set<unknown>(items.map(({ node }) => node))
  return (
    <>
      <Variants kind="tabs" variants={variants} group={block} />
      {block.render(withoutBlanks(block.children.filter((node) => !inTabs.has(node))))}
    </>
  )
}
