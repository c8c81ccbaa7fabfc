import { useLocale } from '../../../i18n/context.tsx'
import { textAttribute } from '../attributes.ts'
import { type BlockProps, type InnerBlock, innerBlocks, withoutBlanks } from '../block.ts'
import { Folding } from '../folding/folding.tsx'
import { Variants } from '../variants.tsx'
import { CodeBlock } from './code-block.tsx'
import { languageIcon } from './language-icon.tsx'
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

/**
 * Renders `::code-collapse{name openText closeText icon open}`: CSS shows the beginning of long code while it is
 * closed.
 */
export function CodeCollapse({ block }: BlockProps) {
  const { t } = useLocale()
  const words = { name: t('prose.codeName'), open: t('prose.expand'), close: t('prose.collapse') }
  return (
    <Folding className="code-collapse" block={block} words={words}>
      {block.render(block.children)}
    </Folding>
  )
}

/** Renders `::code-preview`: the rendered result, with its source from the slot `#code` below. */
export function CodePreview({ block }: BlockProps) {
  return (
    <div className="code-preview">
      <div className="code-preview-result">{block.render(block.children)}</div>
      {block.render(block.slots.code ?? [])}
    </div>
  )
}
