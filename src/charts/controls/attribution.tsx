import type { ChartWords } from '../words.ts'

/** The charts' library asks for it. */
export function Attribution({ words }: { words: ChartWords }) {
  return (
    <a className="chart-attribution" href="https://www.tradingview.com/" rel="noopener" target="_blank">
      {words.attribution}
    </a>
  )
}
