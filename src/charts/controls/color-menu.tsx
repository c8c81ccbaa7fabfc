import { type SyntheticEvent, useState } from 'react'
import { initialColors } from '../canvas/colors.ts'
import { type ColorName, colorNames, type SeriesColors } from '../canvas/palette.ts'
import { chartQuery } from '../chart-state.ts'
import type { ChartWords } from '../words.ts'
import { Menu } from './menu.tsx'
import type { Navigation } from './state-link.tsx'

export interface ColorMenuProps {
  to: Navigation
  action: string
  colors: SeriesColors
  words: ChartWords
  onChange(colors: SeriesColors): void
}

const labels = {
  rise: 'colorRise',
  fall: 'colorFall',
  line: 'colorLine',
  sma: 'sma',
  ema: 'ema',
  bollinger: 'bollinger',
  rsi: 'rsi',
  macd: 'macd',
} as const satisfies Record<ColorName, keyof ChartWords>

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
            <span>{words[labels[name]]}</span>
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
