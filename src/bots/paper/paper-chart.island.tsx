import { useCallback, useEffect, useState } from 'react'
import { AssetChart, type AssetChartProps } from '../../charts/asset/asset-chart.island.tsx'
import type { Pane } from '../../charts/pane/pane.ts'
import { OrderLine } from './order-line.browser.tsx'
import type { PaperChartWords, PaperLine } from './paper-lines.ts'
import { readLines, sendPrice } from './send-price.browser.ts'

export interface PaperChartProps extends Omit<AssetChartProps, 'onPane' | 'children'> {
  /** Price lines at first; later ones come with each reload of the account's region */
  lines: readonly PaperLine[]
  /** Price step as a decimal */
  priceStep: number
  /** URL path to which changes of orders are sent, without the name of the order */
  orders: string
  lineWords: PaperChartWords
}

interface StatusMessage {
  text: string
  undo?: { name: string; price: number } | undefined
}

/** Time that the message about a moved line stays visible, ms */
const messageMs = 10_000

/** Chart of the asset with the orders of its account. Moving the line of an order changes the order's price. */
export function PaperChart({ lines: first, priceStep, orders, lineWords, ...chart }: PaperChartProps) {
  const [pane, setPane] = useState<Pane>()
  const [lines, setLines] = useState(first)
  const [message, setMessage] = useState<StatusMessage>()
  useEffect(() => {
    const read = () => setLines((known) => readLines(known))
    document.addEventListener('htmx:after:swap', read)
    return () => document.removeEventListener('htmx:after:swap', read)
  }, [])
  useEffect(() => {
    if (!message) return
    const timer = setTimeout(() => setMessage(undefined), messageMs)
    return () => clearTimeout(timer)
  }, [message])
  const move = useCallback(
    async (name: string, price: number, former?: { label: string; price: number }) => {
      setLines((known) => known.map((line) => (line.name === name ? { ...line, price } : line)))
      const sent = await sendPrice(`${orders}/${encodeURIComponent(name)}`, price)
      if (sent.status === 'moved') {
        setMessage(former && { text: `${former.label}: ${price}`, undo: { name, price: former.price } })
      } else {
        setLines((known) => readLines(known))
        setMessage({ text: sent.status === 'offline' ? lineWords.offline : sent.reason || lineWords.refused })
      }
    },
    [orders, lineWords],
  )
  const shared = { pane, priceStep, words: lineWords, locale: chart.locale, digits: chart.asset.priceDigits }
  return (
    <>
      <AssetChart {...chart} onPane={setPane}>
        {pane &&
          lines.map((line) => (
            <OrderLine key={line.name ?? line.kind} {...shared} pane={pane} line={line} onMove={move} />
          ))}
      </AssetChart>
      <p className="paper-told" role="status">
        {message ? message.text : pane && lineWords.help}
        {message?.undo && (
          <button
            type="button"
            className="button button-quiet"
            onClick={() => message.undo && move(message.undo.name, message.undo.price)}
          >
            {lineWords.undo}
          </button>
        )}
      </p>
    </>
  )
}
