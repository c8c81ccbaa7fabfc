import type { ChartWords } from '../words.ts'

/** Link to the chart library, which its license requires. */
export function Attribution({ words }: { words: ChartWords }) {
  return (
    <a className="chart-attribution" href="https://www.tradingview.com/" rel="noopener" target="_blank">
      {words.attribution}
    </a>
  )
}
