import { useState } from 'react'
import {
  chooseIndicator,
  type IndicatorChoice,
  type IndicatorId,
  indicatorIds,
  indicatorKinds,
  indicatorText,
} from '../../indicators/catalog.ts'
import { chartQuery, distinctIndicators, maxIndicators } from '../chart-state.ts'
import { type ChartWords, fill, indicatorName } from '../words.ts'
import { Menu } from './menus.tsx'
import { isForOtherTab, type Navigation } from './state-link.tsx'

export interface IndicatorMenuProps {
  to: Navigation
  words: ChartWords
}

export function IndicatorMenu({ to, words }: IndicatorMenuProps) {
  const { indicators } = to.state
  const isFull = indicators.length >= maxIndicators
  return (
    <Menu glyph="indicators" label={words.indicators} className="is-compact">
      {indicators.length > 0 && (
        <ul className="chart-chosen">
          {indicators.map((choice) => (
            <li key={indicatorText(choice)}>
              <RemovalLink to={to} choice={choice} words={words} />
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="chart-note">{words.enoughIndicators}</p>
      ) : (
        indicatorIds.map((id) => <IndicatorForm key={id} id={id} to={to} words={words} />)
      )}
    </Menu>
  )
}

export function withoutIndicator(indicators: readonly IndicatorChoice[], choice: IndicatorChoice): IndicatorChoice[] {
  return indicators.filter((each) => indicatorText(each) !== indicatorText(choice))
}

function RemovalLink({ to, choice, words }: IndicatorMenuProps & { choice: IndicatorChoice }) {
  const next = { ...to.state, indicators: withoutIndicator(to.state.indicators, choice) }
  return (
    <a
      href={to.address + chartQuery(next)}
      aria-label={fill(words.removeIndicator, { name: indicatorName(choice, words) })}
      onClick={(event) => {
        if (!to.go || isForOtherTab(event)) return
        event.preventDefault()
        to.go(next)
      }}
    >
      {indicatorName(choice, words)} <span aria-hidden="true">×</span>
    </a>
  )
}

function IndicatorForm({ id, to, words }: IndicatorMenuProps & { id: IndicatorId }) {
  const { parameters } = indicatorKinds[id]
  const [values, setValues] = useState(() => parameters.map(({ initial }) => String(initial)))
  const { state, address, go } = to
  return (
    <form
      className="chart-indicator-form"
      action={address}
      method="get"
      aria-label={words[`${id}Text`]}
      onSubmit={(event) => {
        if (!go) return
        event.preventDefault()
        const choice = chooseIndicator(id, values.map(Number))
        go({ ...state, indicators: distinctIndicators([...state.indicators, choice]) })
      }}
    >
      {[...new URLSearchParams(chartQuery(state))].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="add" value={id} />
      <span className="chart-indicator-name">
        <b>{words[id]}</b> {words[`${id}Text`]}
      </span>
      {parameters.map(({ name, min, max, step }, index) => (
        <label key={name}>
          <span>{words[name]}</span>
          <input
            type="number"
            name="number"
            required
            min={min}
            max={max}
            step={step}
            value={values[index]}
            onChange={({ target }) => setValues(values.map((each, at) => (at === index ? target.value : each)))}
          />
        </label>
      ))}
      <button
        type="submit"
        className="chart-button is-text"
        aria-label={fill(words.addIndicatorNamed, { name: words[id] })}
      >
        {words.addIndicator}
      </button>
    </form>
  )
}
