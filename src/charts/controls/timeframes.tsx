import { timeframes } from '../../market/timeframe.ts'
import type { ChartWords } from '../words.ts'
import { type Navigation, StateLink } from './state-link.tsx'

export interface TimeframesProps {
  to: Navigation
  words: ChartWords
}

export function Timeframes({ to, words }: TimeframesProps) {
  return (
    <nav className="chart-timeframes" aria-label={words.timeframe}>
      {timeframes.map((tf) => (
        <StateLink key={tf} to={to} change={{ tf }} isCurrent={tf === to.state.tf}>
          {words[`tf${tf}`]}
        </StateLink>
      ))}
    </nav>
  )
}
