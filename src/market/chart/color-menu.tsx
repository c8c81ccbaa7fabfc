import { type SyntheticEvent, useState } from 'react'
import { chartQuery } from './chart-state.ts'
import { initialColors } from './colors.ts'
import { Menu } from './menu.tsx'
import { type ColorName, colorNames, type SeriesColors } from './palette.ts'
import type { Navigation } from './state-link.tsx'
import type { ChartWords } from './words.ts'

export interface ColorMenuProps {
  to: Navigation
  /** Where colours are kept */
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

/** The colours of what is drawn: shown while they are chosen, kept for the next time. */
export function ColorMenu({ to, action, colors, words, onChange }: ColorMenuProps) {
  const [said, setSaid] = useState('')
  const save = async (next: SeriesColors) => {
    onChange(next)
    const body = new URLSearchParams({ ...initialColors, ...next })
    // Forms are answered by the way back to their page, which is not followed here.
    const request = { method: 'POST', body, headers: { accept: 'application/json' }, redirect: 'manual' } as const
    const isSaved = await fetch(action, request)
      .then(({ type }) => type === 'opaqueredirect')
      .catch(() => false)
    setSaid(isSaved ? words.colorsSaved : words.colorsFailed)
  }
  /** Until the chart has come to life, the form is sent as it is. */
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
