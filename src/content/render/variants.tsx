import { type ReactNode, useId } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { inOrder } from './in-order.ts'

export interface Variant {
  label: string | undefined
  icon?: string
  /** Makes the variant reachable by address: the fragment opens it. */
  id?: string
  content: ReactNode
}

export interface VariantsProps {
  className: string
  variants: Variant[]
  /** Index of the variant shown first. */
  initial: number
  /** Groups of one name switch together and are remembered. */
  sync?: string
}

/**
 * Alternatives of which one shows: a radio button before each panel. The style sheet shows the panel after the
 * checked one, the browser moves between buttons with the arrow keys, and the reading order stays right.
 */
export function Variants({ className, variants, initial, sync }: VariantsProps) {
  const { t } = useLocale()
  const name = useId()
  const shown = initial >= 0 && initial < variants.length ? initial : 0
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
    <fieldset className={`variants ${className}`} aria-label={t('prose.variants')} data-sync={sync}>
      {inOrder(variants.map(choice))}
    </fieldset>
  )
}
