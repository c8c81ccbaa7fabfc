import { type ReactNode, useId } from 'react'
import { useLocale } from '../../../i18n/context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { flagAttribute, textAttribute } from '../attributes.ts'
import { type Block, type BlockProps, childBlocks, otherChildren } from '../block.ts'
import { inOrder } from '../in-order.ts'

export interface FoldingProps {
  className: string
  /** Block that is folded; its `name`, `openText`, `closeText` and `icon` override the defaults */
  block: Block
  words: { name: string; open: string; close: string }
  children: ReactNode
}

/**
 * Renders a block that can be folded. Its summary contains the names of both actions; CSS shows the one that applies.
 */
export function Folding({ className, block: { attributes }, words, children }: FoldingProps) {
  const name = textAttribute(attributes, 'name') ?? words.name
  return (
    <details className={className} id={textAttribute(attributes, 'id')} open={flagAttribute(attributes, 'open')}>
      <summary className="folding-summary">
        <Icon name={textAttribute(attributes, 'icon') ?? 'i-lucide-chevron-down'} />
        <span className="when-closed">
          {textAttribute(attributes, 'openText') ?? words.open} {name}
        </span>
        <span className="when-open">
          {textAttribute(attributes, 'closeText') ?? words.close} {name}
        </span>
      </summary>
      {children}
    </details>
  )
}

/** Renders `::collapsible{name openText closeText icon open}` */
export function Collapsible({ block }: BlockProps) {
  const { t } = useLocale()
  const words = { name: t('prose.properties'), open: t('prose.show'), close: t('prose.hide') }
  return (
    <Folding className="collapsible" block={block} words={words}>
      <div className="collapsible-content">{block.render(block.children)}</div>
    </Folding>
  )
}

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

export function AccordionItem({ block }: BlockProps) {
  const icon = textAttribute(block.attributes, 'icon')
  const description = textAttribute(block.attributes, 'description')
  return (
    <details
      className="accordion-item"
      id={textAttribute(block.attributes, 'id')}
      name={textAttribute(block.attributes, 'name')}
      open={flagAttribute(block.attributes, 'open')}
    >
      <summary>
        {icon && <Icon name={icon} />}
        {textAttribute(block.attributes, 'label')}
      </summary>
      {description && <p>{description}</p>}
      {block.render(block.children)}
    </details>
  )
}
