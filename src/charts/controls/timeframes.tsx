import { type CandleLength, moscowDay, timeframes } from '../../market/timeframe.ts'
import { favoriteTimeframes } from '../chart-state.ts'
import type { Pane } from '../pane/pane.ts'
import type { ChartWords } from '../words.ts'
import { GoToDate } from './go-to-date.tsx'
import { Menu } from './menus.tsx'
import { type Navigation, StateLink } from './state-link.tsx'

export interface TimeframesProps {
  to: Navigation
  words: ChartWords
  /** Pane that shows dates, null until it is drawn; undefined if the page has no dates */
  pane?: Pane | null
}

/** Shows the usual timeframes as a row, and the others in a menu beside it. */
export function Timeframes({ to, words, pane }: TimeframesProps) {
  const { tf } = to.state
  const link = (each: CandleLength) => (
    <StateLink key={each} to={to} change={{ tf: each }} isCurrent={each === tf}>
      {words[`tf${each}`]}
    </StateLink>
  )
  const isFavorite = (each: CandleLength) => favoriteTimeframes.some((favorite) => favorite === each)
  return (
    <>
      <nav className="chart-timeframes" aria-label={words.timeframe}>
        {favoriteTimeframes.map(link)}
      </nav>
      <Menu
        label={words.moreTimeframes}
        value={isFavorite(tf) ? '' : words[`tf${tf}`]}
        className="timeframe-menu"
        closesOnChoice
      >
        <nav className="chart-kinds" aria-label={words.moreTimeframes}>
          {[...timeframes, moscowDay].filter((each) => !isFavorite(each)).map(link)}
        </nav>
        {pane !== undefined && <GoToDate to={to} words={words} pane={pane} />}
      </Menu>
    </>
  )
}
