import { type ReactNode, useId } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { numberAttribute, textAttribute } from './attributes.ts'
import type { Block } from './block.ts'
import { inOrder } from './in-order.ts'

export interface Variant {
  label: string | undefined
  icon: string | undefined
  /** Makes the variant reachable by address: the fragment opens it */
  id?: string
  content: ReactNode
}

export interface VariantsProps {
  kind: 'tabs' | 'code-group'
  variants: Variant[]
  /**
   * The block they are in. `defaultValue` is the index of the variant shown first; groups of one `sync` switch together
   * and are remembered; a switch scrolls to the element whose id `hash` names.
   */
  group: Block
}

/**
 * Alternatives of which one shows: a radio button before each panel. The style sheet shows the panel after the
 * checked one, the browser moves between buttons with the arrow keys, and the reading order stays right.
 */
export function Variants({ kind, variants, group }: VariantsProps) {
  const { t } = useLocale()
  const name = useId()
  if (variants.length === 0) return null
  const initial = numberAttribute(group.attributes, 'defaultValue') ?? 0
  const shown = Number.isInteger(initial) && initial >= 0 && initial < variants.length ? initial : 0
  const sync = textAttribute(group.attributes, 'sync')
  const choice = ({ label, icon, id, content }: Variant, index: number) => (
    <>
      <label className="variant">
        <input type="radio" name={name} defaultChecked={index === shown} />
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
      data-choice-key={sync && `${kind}-${sync}`}
      data-scroll-to={textAttribute(group.attributes, 'hash')?.replace(/^#/, '')}
    >
      {inOrder(variants.map(choice))}
    </fieldset>
  )
}
