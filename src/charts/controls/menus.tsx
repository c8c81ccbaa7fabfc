import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { pairOf } from '../../market/instrument.ts'
import { type ColorName, colorNames, initialColors, type SeriesColors } from '../canvas/palette.ts'
import type { ChartAsset } from '../chart-props.ts'
import { chartQuery } from '../chart-state.ts'
import type { ChartWords } from '../words.ts'
import { Glyph, type GlyphName } from './glyph.tsx'
import { type Navigation, StateLink } from './state-link.tsx'

export interface MenuProps {
  glyph?: GlyphName
  label: string
  value?: string | undefined
  className?: string
  closesOnChoice?: boolean
  onToggle?: (() => void) | undefined
  children: ReactNode
}

/** Menu in a `<details>` element, which works without scripts. With scripts, Escape and a press outside close it. */
export function Menu({ glyph, label, value, className = '', closesOnChoice = false, onToggle, children }: MenuProps) {
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
    <details ref={menu} className={`chart-menu ${className}`} onToggle={onToggle}>
      <summary aria-label={value ? `${label}: ${value}` : label} title={label}>
        {glyph && <Glyph name={glyph} />}
        <span className="chart-menu-value">{value ?? label}</span>
        <Glyph name="down" />
      </summary>
      <div className="chart-menu-panel">{children}</div>
    </details>
  )
}

export interface CompareMenuProps {
  to: Navigation
  assets: readonly ChartAsset[]
  words: ChartWords
}

export function CompareMenu({ to, assets, words }: CompareMenuProps) {
  const { asset, compare } = to.state
  const chosen = assets.find((each) => each.asset === compare)
  return (
    <Menu glyph="compare" label={words.drawing.compare} value={chosen && pairOf(chosen)} className="compare-menu">
      <ul className="chart-kinds" aria-label={words.drawing.compareWith}>
        <li>
          <StateLink to={to} change={{ compare: undefined }} isCurrent={!chosen}>
            {words.drawing.compareNone}
          </StateLink>
        </li>
        {assets
          .filter((each) => each.asset !== asset)
          .map((each) => (
            <li key={each.asset}>
              <StateLink to={to} change={{ compare: each.asset }} isCurrent={each.asset === compare}>
                {pairOf(each)}
              </StateLink>
            </li>
          ))}
      </ul>
    </Menu>
  )
}

export interface ColorMenuProps {
  to: Navigation
  action: string
  colors: SeriesColors
  words: ChartWords
  onChange(colors: SeriesColors): void
}

const labels = { rise: 'colorRise', fall: 'colorFall', line: 'colorLine' } as const

function colorLabel(name: ColorName, { catalog, ...words }: ChartWords): string {
  switch (name) {
    case 'rise':
    case 'fall':
    case 'line':
      return words[labels[name]]
    case 'trend':
    case 'momentum':
    case 'volatility':
    case 'flow':
      return catalog.groups[name]
    default:
      return catalog.names[name]
  }
}

export function ColorMenu({ to, action, colors, words, onChange }: ColorMenuProps) {
  const [said, setSaid] = useState('')
  const save = async (next: SeriesColors) => {
    onChange(next)
    const body = new URLSearchParams({ ...initialColors, ...next })
    // The response redirects to the charts page, which is not needed here, so the redirect is not followed.
    const request = { method: 'POST', body, headers: { accept: 'application/json' }, redirect: 'manual' } as const
    const isSaved = await fetch(action, request)
      .then(({ type }) => type === 'opaqueredirect')
      .catch(() => false)
    setSaid(isSaved ? words.colorsSaved : words.colorsFailed)
  }
  const instead = (event: SyntheticEvent, next: SeriesColors) => {
    if (!to.go) return
    event.preventDefault()
    void save(next)
  }
  return (
    <Menu glyph="colors" label={words.colors} className="is-compact">
      <form className="chart-colors" action={action} method="post" onSubmit={(event) => instead(event, colors)}>
        <input type="hidden" name="back" value={chartQuery(to.state)} />
        {colorNames.map((name) => (
          <label key={name}>
            <input
              type="color"
              name={name}
              value={colors[name] ?? initialColors[name]}
              onChange={({ target }) => onChange({ ...colors, [name]: target.value })}
            />
            <span>{colorLabel(name, words)}</span>
          </label>
        ))}
        <div className="chart-colors-acts">
          <button type="submit" className="chart-button is-text">
            {words.saveColors}
          </button>
          <button
            type="submit"
            name="reset"
            value="yes"
            className="chart-button is-text"
            onClick={(event) => instead(event, {})}
          >
            {words.resetColors}
          </button>
        </div>
        <p className="chart-note" role="status">
          {said}
        </p>
      </form>
    </Menu>
  )
}
