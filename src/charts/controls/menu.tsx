import { type ReactNode, useEffect, useRef } from 'react'
import { Glyph, type GlyphName } from './glyph.tsx'

export interface MenuProps {
  glyph: GlyphName
  label: string
  value?: string | undefined
  className?: string
  closesOnChoice?: boolean
  children: ReactNode
}

/** Menu in a `<details>` element, which works without scripts. With scripts, Escape and a press outside close it. */
export function Menu({ glyph, label, value, className = '', closesOnChoice = false, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const details = menu.current
    if (!details) return
    const close = (event: PointerEvent | FocusEvent) => {
      if (!details.open || !(event.target instanceof Element) || details.contains(event.target)) return
      // A press on text in the menu moves the focus to an ancestor of the menu, which is no reason to close it.
      if (event.type === 'focusin' && event.target.contains(details)) return
      // A press in the color picker's popup does not close the menu, although the popup is outside the menu.
      if (!event.target.closest('.color-popup')) details.open = false
    }
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.open) return
      event.stopPropagation()
      details.open = false
      details.querySelector('summary')?.focus()
    }
    const choose = ({ target }: MouseEvent) => {
      if (closesOnChoice && target instanceof Element && target.closest('a')) details.open = false
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    details.addEventListener('click', choose)
    details.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
      details.removeEventListener('click', choose)
      details.removeEventListener('keydown', closeByKey)
    }
  }, [closesOnChoice])
  return (
    <details ref={menu} className={`chart-menu ${className}`}>
      <summary aria-label={value ? `${label}: ${value}` : label} title={label}>
        <Glyph name={glyph} />
        <span className="chart-menu-value">{value ?? label}</span>
        <Glyph name="down" />
      </summary>
      <div className="chart-menu-panel">{children}</div>
    </details>
  )
}
