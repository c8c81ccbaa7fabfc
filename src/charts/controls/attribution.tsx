import type { ChartWords } from '../words.ts'

/** Link required by the chart library's license. */
export function Attribution({ words }: { words: ChartWords }) {
  return (
    <a className="chart-attribution" href="https://www.tradingview.com/" rel="noopener" target="_blank">
      {words.attribution}
    </a>
  )
}
