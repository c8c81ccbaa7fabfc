/** An alert, an order or the position of the user as a price line over a chart */
export interface TradingLine {
  /** Distinguishes the lines of a chart */
  id: string
  kind: 'alert' | 'average' | 'limit' | 'stop' | 'profit'
  side?: 'buy' | 'sell'
  /** Text beside the line, without the price */
  label: string
  /** Money that a sale at this price would gain or lose */
  result?: string
  price: number
  /** Address to which another price is posted; the line cannot be moved without it */
  address?: string
}

export interface TradingLineSet {
  /** Price step of the asset as a decimal */
  priceStep: number
  lines: readonly TradingLine[]
}

/** Event of the document after a change of alerts or orders: lines and figures are read again */
export const tradingChange = 'trading-change'
