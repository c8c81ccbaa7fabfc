import type { ChartWords } from '../words.ts'
import type { Saving } from './saver.ts'

export interface SavingMarkProps {
  saving: Saving
  words: ChartWords
  onRetry(): void
}

export function SavingMark({ saving, words: { drawing }, onRetry }: SavingMarkProps) {
  if (saving.name !== 'failed') {
    const text = drawing[saving.name]
    return <span className="drawing-saving" data-saving={saving.name} role="img" aria-label={text} title={text} />
  }
  return (
    <div className="drawing-trouble" data-saving="failed" role="alert">
      <p>{drawing.troubles[saving.trouble]}</p>
      <button type="button" className="chart-button is-text" onClick={onRetry}>
        {drawing.retry}
      </button>
    </div>
  )
}
