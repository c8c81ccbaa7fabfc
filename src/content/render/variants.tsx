import { type ReactNode, useId } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { labelsKey } from '../../ui/inline/choice-keys.ts'
import { numberAttribute, textAttribute } from './attributes.ts'
import { type Block, type BlockProps, innerBlocks, withoutBlanks } from './block.ts'
import { inOrder } from './in-order.ts'

export interface Variant {
  label: string | undefined
  icon: string | undefined
  id?: string
  content: ReactNode
}

export interface VariantsProps {
  kind: 'tabs' | 'code-group'
  variants: Variant[]
  /**
   * Block with the tabs. `defaultValue`: index shown first; `sync`: key of groups that switch together; `hash`: ID to
   * scroll to on a switch
   */
  group: Block
  /** Whether groups with the same labels, in any order, switch together if `sync` is not set */
  isShared?: boolean
}

/**
 * Renders tabs with a radio button before each panel; CSS shows the panel after the checked one. They work without
 * JavaScript.
 */
export function Variants({ kind, variants, group, isShared = false }: VariantsProps) {
  const { t } = useLocale()
  const name = useId()
  if (variants.length === 0) return null
  const initial = numberAttribute(group.attributes, 'defaultValue') ?? 0
  const shown = Number.isInteger(initial) && initial >= 0 && initial < variants.length ? initial : 0
  const sync = textAttribute(group.attributes, 'sync')
  const labels = isShared && sync === undefined && group.attributes.sync !== false ? labelsOf(variants) : undefined
  const choice = ({ label, icon, id, content }: Variant, index: number) => (
    <>
      <label className="variant">
        <input type="radio" name={name} value={labels && label} defaultChecked={index === shown} />
        {icon && <Icon name={icon} />}
        {label ?? t('prose.variant', { number: index + 1 })}
      </label>
      <div className="variant-panel" id={id}>
        {content}
      </div>
    </>
  )
  return (
    <fieldset
      className={`variants ${kind}`}
      aria-label={t('prose.variants')}
      data-choice-key={sync ? `${kind}-${sync}` : labels && labelsKey(labels)}
      data-scroll-to={textAttribute(group.attributes, 'hash')?.replace(/^#/, '')}
    >
      {inOrder(variants.map(choice))}
    </fieldset>
  )
}

/** Returns the sorted labels of the tabs; undefined if they are not unique or one is missing. */
function labelsOf(variants: Variant[]): string[] | undefined {
  const labels = variants.flatMap(({ label }) => label ?? [])
  return labels.length > 1 && new Set(labels).size === variants.length ? labels.sort() : undefined
}

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
