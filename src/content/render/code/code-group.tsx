import { textAttribute } from '../attributes.ts'
import { type BlockProps, type InnerBlock, innerBlocks, withoutBlanks } from '../block.ts'
import { Variants } from '../variants.tsx'
import { CodeBlock } from './code-block.tsx'
import { languageIcon } from './language-icon.ts'
import { listingName } from './listing-name.ts'

/**
 * Renders `::code-group` as tabs: code blocks, labeled by file name, and other blocks with a `label`. Groups with the
 * same labels switch together.
 */
export function CodeGroup({ block }: BlockProps) {
  const items = innerBlocks(block).filter(({ tag, attributes }) => tag === 'pre' || textAttribute(attributes, 'label'))
  const grouped = new Set<unknown>(items.map(({ node }) => node))
  return (
    <>
      <Variants kind="code-group" variants={items.map(variantOf)} group={block} isShared />
      {block.render(withoutBlanks(block.children.filter((node) => !grouped.has(node))))}
    </>
  )
}

function variantOf({ node, ...item }: InnerBlock) {
  const language = textAttribute(item.attributes, 'language')
  const label =
    (item.tag === 'pre' ? listingName(item.attributes) : textAttribute(item.attributes, 'filename')) ??
    textAttribute(item.attributes, 'label')
  const icon = textAttribute(item.attributes, 'icon')
  if (item.tag !== 'pre') return { label, icon, content: item.render([node]) }
  return {
    label: label ?? language,
    icon: icon ?? languageIcon(language, label),
    content: <CodeBlock block={{ ...item, attributes: { ...item.attributes, label, hideHeader: true } }} />,
  }
}
