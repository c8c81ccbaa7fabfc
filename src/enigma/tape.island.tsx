import { useEffect, useState } from 'react'
import type { Locale } from '../i18n/locales.ts'
import { formatClock, formatSize } from '../i18n/numbers.ts'
import { followTick, onTrades } from '../live/live.ts'
import type { DecimalTick } from '../market/candle.ts'
import { formatPrice } from '../market/price-format.ts'
import { type TapeLine, tapeLength, tapeLine } from './tape-line.ts'

export interface TapeProps {
  asset: string
  lines: TapeLine[]
  priceDigits: number
  volumeDigits: number
  locale: Locale
  words: { label: string; time: string; price: string; volume: string; empty: string }
}

/** Attributes of a scrollable region, which must be reachable by keyboard */
const scrolls = (label: string) => ({ role: 'group', 'aria-label': label, tabIndex: 0 }) as const

/** List of recent trades, or of ticks if the source sends no trades, newest first. Screen readers do not announce new ones. */
export function Tape({ asset, lines: first, priceDigits, volumeDigits, locale, words }: TapeProps) {
  const lines = useTape(asset, first, volumeDigits)
  if (lines.length === 0) return <p className="empty-state is-small">{words.empty}</p>
  return (
    <div className="tape" {...scrolls(words.label)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            <th scope="col">{words.price}</th>
            <th scope="col">{words.volume}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => {
            const { id, time, price, volume } = line
            const direction = directionOf(line, lines[index + 1])
            return (
              <tr key={id} data-direction={direction}>
                <td>{formatClock(locale, time)}</td>
                <td>
                  <span className="tape-arrow" aria-hidden="true">
                    {direction === 'up' ? '▲' : direction === 'down' ? '▼' : ''}
                  </span>
                  {formatPrice(locale, price, priceDigits)}
                </td>
                <td>{volume > 0 ? formatSize(locale, volume) : '·'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** A trade has the direction of the order that caused it, a tick that of its price. */
function directionOf({ side, price }: TapeLine, before: TapeLine | undefined): 'up' | 'down' | undefined {
  if (side) return side === 'buy' ? 'up' : 'down'
  return !before || price === before.price ? undefined : price > before.price ? 'up' : 'down'
}

interface NumberedLine extends TapeLine {
  id: number
}

/** Returns server-rendered lines with newer ones on top; updated at most once per frame. */
function useTape(asset: string, first: TapeLine[], digits: number): NumberedLine[] {
  const beginsWithTrades = first[0]?.side !== undefined
  const [lines, setLines] = useState(() => first.map((line, index) => ({ ...line, id: -index })))
  useEffect(() => {
    let before: DecimalTick | undefined
    let pending: NumberedLine[] = []
    let frame = 0
    let id = 0
    let hasTrades = beginsWithTrades
    const draw = () => {
      frame = 0
      const fresh = pending
      pending = []
      setLines((known) => [...fresh, ...known].slice(0, tapeLength))
    }
    const add = (line: TapeLine) => {
      pending = [{ ...line, id: ++id }, ...pending].slice(0, tapeLength)
      frame ||= requestAnimationFrame(draw)
    }
    const followed = followTick(asset, 1, (tick) => {
      const line = before && tapeLine(tick, before, digits)
      before = tick
      if (line && !hasTrades) add(line)
    })
    const stopTrades = onTrades(asset, (rows) => {
      if (!hasTrades) {
        hasTrades = true
        pending = []
        setLines([])
      }
      for (const [time, price, volume, isBuy] of rows) add({ time, price, volume, side: isBuy ? 'buy' : 'sell' })
    })
    return () => {
      followed.stop()
      stopTrades()
      cancelAnimationFrame(frame)
    }
  }, [asset, digits, beginsWithTrades])
  return lines
}
