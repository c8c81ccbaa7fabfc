import { type SyntheticEvent, useState } from 'react'
import { minuteMs } from '../../market/timeframe.ts'
import { axisFormats, readMoment } from '../canvas/axis-time.ts'
import type { Pane } from '../pane/pane.ts'
import { type ChartWords, fill } from '../words.ts'
import { type Navigation, StateLink } from './state-link.tsx'

export interface GoToDateProps {
  to: Navigation
  words: ChartWords
  pane: Pane | null
}

/** Spans shown by one press: length in minutes, and the timeframe in which the span has some hundred candles */
const spans = [
  ['span1d', 1440, 5],
  ['span5d', 7200, 15],
  ['span1m', 43_200, 60],
  ['span3m', 129_600, 240],
  ['span6m', 259_200, 720],
  ['span1y', 525_600, 1440],
  ['spanAll', 5_256_000, 1440],
] as const

export function openDate(): void {
  const menu = document.querySelector<HTMLDetailsElement>('.timeframe-menu')
  if (menu) menu.open = true
  menu?.querySelector<HTMLElement>('[name=at]')?.focus()
}

/** Shows spans and a date. Without scripts, a span only chooses its timeframe, and a date loads the page again. */
export function GoToDate({ to, words, pane }: GoToDateProps) {
  const { asset, tf } = to.state
  const [said, setSaid] = useState('')
  const goTo = async (event: SyntheticEvent<HTMLFormElement>) => {
    if (!pane) return
    event.preventDefault()
    const form = event.currentTarget
    const outcome = await pane.goTo(readMoment(String(new FormData(form).get('at')), tf))
    if (outcome.status === 'shown') form.closest('details')?.removeAttribute('open')
    const first = outcome.status === 'before' ? outcome.first : 0
    const date = first && axisFormats(pane.view.look.locale, tf).moment(first)
    setSaid(outcome.status === 'shown' ? '' : date ? fill(words.dateTooEarly, { date }) : words.failedOlder)
  }
  return (
    <>
      <nav className="chart-spans" aria-label={words.spans}>
        {spans.map(([name, minutes, each]) => (
          <StateLink key={name} to={to} change={{ tf: each }} onChoose={() => pane?.showSpan(minutes * minuteMs, each)}>
            {words[name]}
          </StateLink>
        ))}
      </nav>
      <form className="chart-date" action={to.address} onSubmit={goTo}>
        <input type="hidden" name="asset" value={asset} />
        <label>
          {words.goToDate}
          <input type="datetime-local" name="at" required />
        </label>
        <button type="submit" className="chart-button is-text">
          {words.go}
        </button>
        <p className="chart-note" role="status">
          {said}
        </p>
      </form>
    </>
  )
}
