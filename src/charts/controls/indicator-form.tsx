import { useState } from 'react'
import {
  catalog,
  chooseIndicator,
  type IndicatorId,
  indicatorText,
  type Parameter,
  sourcesAmong,
  sourceText,
} from '../../indicators/catalog.ts'
import { type ChartIndicator, readsIndicator, withReplaced } from '../chart-indicator.ts'
import { chartQuery, distinctIndicators } from '../chart-state.ts'
import { type ChartWords, fill, indicatorName, parameterText, readParameter, sourceName } from '../words.ts'
import { withoutIndicator } from './indicator-acts.ts'
import type { Navigation } from './state-link.tsx'

export interface IndicatorFormProps {
  id: IndicatorId
  /** Indicator of the chart that the form changes; without it, the form adds one */
  choice?: ChartIndicator
  to: Navigation
  words: ChartWords
}

/** Form that adds an indicator to a chart or changes one of its indicators; without scripts, a changed one moves last. */
export function IndicatorForm({ id, choice, to, words }: IndicatorFormProps) {
  const { parameters, hasSource } = catalog[id]
  const { names, texts } = words.catalog
  const chosen = choice && indicatorText(choice)
  const [values, setValues] = useState(() => textsOf(id, choice))
  const [shown, setShown] = useState(chosen)
  // The choice can be changed elsewhere, or replaced by the allowed values.
  if (chosen !== shown) {
    setShown(chosen)
    setValues(textsOf(id, choice))
  }
  const { state, address, go } = to
  const kept = choice ? { ...state, indicators: withoutIndicator(state.indicators, choice) } : state
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
        const next = chooseIndicator(id, values.map(readParameter), source && String(source))
        const indicators = choice ? withReplaced(state.indicators, choice, next) : [...state.indicators, next]
        go({ ...state, indicators: distinctIndicators(indicators) })
      }}
    >
      {[...new URLSearchParams(chartQuery(kept))].map(([name, value]) => (
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
          <select key={chosen} name="source" defaultValue={sourceText(choice?.source ?? 'close')}>
            {sourcesAmong(
              choice ? state.indicators.filter((each) => !readsIndicator(each, choice)) : state.indicators,
            ).map((source) => (
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
        aria-label={
          choice
            ? fill(words.changeIndicatorNamed, { name: indicatorName(choice, words) })
            : fill(words.addIndicatorNamed, { name: names[id] })
        }
      >
        {choice ? words.changeIndicator : words.addIndicator}
      </button>
    </form>
  )
}

function textsOf(id: IndicatorId, choice: ChartIndicator | undefined): string[] {
  const { parameters } = catalog[id]
  return choice
    ? parameters.map(({ name }, index) => parameterText(name, choice.params[index] ?? 0))
    : parameters.map(initialText)
}

/** Text of a parameter before the user changes it; an anchor starts at midnight in Moscow a week ago. */
function initialText({ name, initial }: Parameter): string {
  if (name !== 'from') return parameterText(name, initial)
  const weekAgo = parameterText(name, Math.floor(Date.now() / 60_000) - 7 * 1440)
  return `${weekAgo.slice(0, 10)}T00:00`
}
