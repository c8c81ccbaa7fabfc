import { useState } from 'react'
import {
  catalog,
  chooseIndicator,
  type IndicatorChoice,
  type IndicatorId,
  indicatorText,
  isReadable,
  type Parameter,
  parseIndicator,
  priceSources,
  type Source,
  sourceText,
} from '../../indicators/catalog.ts'
import { readStyle, styledLines } from '../canvas/line-styles.ts'
import { type ColorName, initialColors } from '../canvas/palette.ts'
import { type ChartIndicator, isSameIndicator, lineWidths, readsIndicator, withReplaced } from '../chart-indicator.ts'
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
  const [problem, setProblem] = useState('')
  // The choice can be changed elsewhere, or replaced by the allowed values.
  if (chosen !== shown) {
    setShown(chosen)
    setValues(textsOf(id, choice))
  }
  const { state, address, go, colors = {} } = to
  const usual = (name: ColorName) => colors[name] ?? initialColors[name]
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
        const data = new FormData(event.currentTarget, event.nativeEvent.submitter)
        const source = data.get('source')
        const next = chooseIndicator(id, values.map(readParameter), source && String(source))
        const style = { width: undefined, colors: undefined, ...readStyle(id, data, usual) }
        const indicators = choice
          ? withReplaced(state.indicators, choice, next).map((each) =>
              isSameIndicator(each, next) ? { ...each, ...style } : each,
            )
          : [...state.indicators, next]
        const deep = indicators.find((each) => !parseIndicator(indicatorText(each)))
        setProblem(deep ? fill(words.catalog.tooDeep, { name: indicatorName(deep, words) }) : '')
        if (!deep) go({ ...state, indicators: distinctIndicators(indicators) })
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
              <option key={sourceText(source)} value={sourceText(source)} disabled={!isReadable(source)}>
                {sourceName(source, words)}
                {!isReadable(source) && words.catalog.unreadable}
              </option>
            ))}
          </select>
        </label>
      )}
      {choice && <StyleFields choice={choice} usual={usual} words={words} />}
      {problem && (
        <p className="chart-note" role="alert">
          {problem}
        </p>
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

/** Sources for an indicator beside those that are shown: prices, and the lines of the shown indicators */
function sourcesAmong(shown: readonly IndicatorChoice[]): Source[] {
  const lines = shown.flatMap((of) =>
    catalog[of.id].lines.flatMap((name, line) => (name === 'direction' ? [] : [{ of, line }])),
  )
  return [...priceSources, ...lines]
}

interface StyleFieldsProps {
  choice: ChartIndicator
  usual(name: ColorName): string
  words: ChartWords
}

/** Fields of the colors and the width of an indicator's lines */
function StyleFields({ choice: { id, colors, width }, usual, words }: StyleFieldsProps) {
  const { drawing } = words
  const [resets, setResets] = useState(0)
  return (
    <div className="is-style">
      {styledLines(id).map(({ line, name, usual: own }) => (
        <label key={line}>
          {/* The fields are made anew when the style changes; the buttons keep the focus. */}
          <input
            key={`${resets}${colors?.[line]}`}
            type="color"
            name="color"
            defaultValue={colors?.[line] ?? usual(own)}
          />
          <span>{lineName(name, words)}</span>
        </label>
      ))}
      <label>
        <select key={`${resets}${width}`} name="width" aria-label={drawing.settings.width} defaultValue={width}>
          <option value="">{drawing.settings.width}</option>
          {lineWidths.map((each) => (
            <option key={each} value={each}>
              {each} px
            </option>
          ))}
        </select>
      </label>
      <button
        type="submit"
        name="reset"
        value="yes"
        className="chart-button is-text"
        onClick={() => setResets(resets + 1)}
      >
        {words.resetColors}
      </button>
    </div>
  )
}

function lineName(name: string, { catalog: { lines }, ...words }: ChartWords): string {
  if (name === 'rise') return words.colorRise
  if (name === 'fall') return words.colorFall
  if (name === 'value' || name === 'line') return words.colorLine
  return Object.entries(lines).find(([each]) => each === name)?.[1] ?? name.toUpperCase()
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
