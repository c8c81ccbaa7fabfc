import { useEffect, useState } from 'react'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { useLater } from '../use-later.ts'
import type { PriceLinesProps } from './price-lines.tsx'
import { type TradingLineSet, tradingChange } from './trading-line.ts'

type TradingLinesProps = Omit<PriceLinesProps, 'priceStep' | 'lines'>

/**
 * Shows the user's alerts, orders and position in an asset as lines of its chart. They are read as often as the dock asks
 * for fired alerts, and after each change; the code that draws them is loaded with the first line.
 */
export function TradingLines(props: TradingLinesProps) {
  const { asset, locale } = props
  const [shown, setShown] = useState<TradingLineSet>()
  const code = useLater(shown !== undefined && shown.lines.length > 0)
  useEffect(() => {
    let text = ''
    let isGone = false
    let [asked, answered] = [0, 0]
    const read = async () => {
      const number = ++asked
      const response = await fetch(localised(locale, href(paths.paperLines, { asset })))
      const next = response.ok ? await response.text() : text
      // A late answer to an earlier reading is older than what is shown.
      if (isGone || number < answered) return
      answered = number
      if (next === text) return
      text = next
      setShown(JSON.parse(text))
    }
    // Without an answer the lines stay as they are until the next reading.
    const update = () => void read().catch(() => {})
    update()
    const abort = new AbortController()
    document.addEventListener(tradingChange, update, { signal: abort.signal })
    // The event of the dock does not bubble.
    document.addEventListener('alert-news', update, { capture: true, signal: abort.signal })
    return () => {
      isGone = true
      abort.abort()
      setShown(undefined)
    }
  }, [asset, locale])
  return code && shown ? <code.PriceLines {...props} {...shown} /> : null
}
