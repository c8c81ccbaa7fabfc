import { useState } from 'react'
import {
  catalog,
  chooseIndicator,
  type IndicatorChoice,
  type IndicatorId,
  indicatorGroups,
  indicatorIds,
  indicatorText,
  type Parameter,
  sourcesAmong,
  sourceText,
} from '../../indicators/catalog.ts'
import { chartQuery, distinctIndicators, maxIndicators, profileRows } from '../chart-state.ts'
import { type ChartWords, fill, indicatorName, parameterText, readParameter, sourceName } from '../words.ts'
import { Menu } from './menus.tsx'
import { isForOtherTab, type Navigation, StateLink } from './state-link.tsx'

export interface IndicatorMenuProps {
  to: Navigation
  words: ChartWords
}

export function IndicatorMenu({ to, words }: IndicatorMenuProps) {
  const { state } = to
  const { indicators } = state
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
      <section className="chart-profile" aria-label={words.profileText}>
        <span className="chart-indicator-name">
          <b>{words.profile}</b> {words.profileText}
        </span>
        {[undefined, ...profileRows].map((rows) => (
          <StateLink key={rows ?? 0} to={to} change={{ profile: rows }} isCurrent={state.profile === rows}>
            {rows ? fill(words.profileRows, { rows }) : words.profileNone}
          </StateLink>
        ))}
      </section>
      {isFull ? (
        <p className="chart-note">{words.enoughIndicators}</p>
      ) : (
        indicatorGroups.map((group) => (
          <section key={group} aria-label={words.catalog.groups[group]}>
            <p className="chart-indicator-group" aria-hidden="true">
              {words.catalog.groups[group]}
            </p>
            {indicatorIds
              .filter((id) => catalog[id].group === group)
              .map((id) => (
                <IndicatorForm key={id} id={id} to={to} words={words} />
              ))}
          </section>
        ))
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

/** Text of a parameter before the user changes it; an anchor starts at midnight in Moscow a week ago. */
function initialText({ name, initial }: Parameter): string {
  if (name !== 'from') return parameterText(name, initial)
  const weekAgo = parameterText(name, Math.floor(Date.now() / 60_000) - 7 * 1440)
  return `${weekAgo.slice(0, 10)}T00:00`
}

function IndicatorForm({ id, to, words }: IndicatorMenuProps & { id: IndicatorId }) {
  const { parameters, hasSource } = catalog[id]
  const { names, texts } = words.catalog
  const [values, setValues] = useState(() => parameters.map(initialText))
  const { state, address, go } = to
  return (
    <form
      className="chart-indicator-form"
      action={address}
      method="get"
      aria-label={texts[id]}
      onSubmit={(event) => {
        if (!go) return
        event.preventDefault()
        const source = new FormData(event.currentTarget).get('source')
        const choice = chooseIndicator(id, values.map(readParameter), source && String(source))
        go({ ...state, indicators: distinctIndicators([...state.indicators, choice]) })
      }}
    >
      {[...new URLSearchParams(chartQuery(state))].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="add" value={id} />
      <span className="chart-indicator-name">
        <b>{names[id]}</b> {texts[id]}
      </span>
      {parameters.map(({ name, min, max, step }, index) => (
        <label key={name} className={name === 'from' ? 'is-time' : undefined}>
          <span>{words.catalog.parameters[name]}</span>
          <input
            {...(name === 'from' ? { type: 'datetime-local' } : { type: 'number', min, max, step })}
            name="number"
            required
            value={values[index]}
            onChange={({ target }) => setValues(values.map((each, at) => (at === index ? target.value : each)))}
          />
        </label>
      ))}
      {hasSource && (
        <label className="is-source">
          <span>{words.catalog.source}</span>
          <select name="source">
            {sourcesAmong(state.indicators).map((source) => (
              <option key={sourceText(source)} value={sourceText(source)}>
                {sourceName(source, words)}
              </option>
            ))}
          </select>
        </label>
      )}
      <button
        type="submit"
        className="chart-button is-text"
        aria-label={fill(words.addIndicatorNamed, { name: names[id] })}
      >
        {words.addIndicator}
      </button>
    </form>
  )
}
