import { useEffect, useState } from 'react'
import type { Locale } from '../i18n/locales.ts'
import { formatClock, formatSize } from '../i18n/numbers.ts'
import { followTick } from '../live/live.ts'
import type { DecimalTick } from '../market/candle.ts'
import { formatPrice } from '../market/price-format.ts'
import { type TapeLine, tapeLength, tapeLine } from './recent-ticks.ts'

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

/** List of recent ticks, newest first. Screen readers do not announce new ones. */
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
          {lines.map(({ id, time, price, volume }, index) => {
            const before = lines[index + 1]?.price
            const direction = before === undefined || price === before ? undefined : price > before ? 'up' : 'down'
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

interface NumberedLine extends TapeLine {
  id: number
}

/** Returns server-rendered lines with newer ones on top; updated at most once per frame. */
function useTape(asset: string, first: TapeLine[], digits: number): NumberedLine[] {
  const [lines, setLines] = useState(() => first.map((line, index) => ({ ...line, id: -index })))
  useEffect(() => {
    let before: DecimalTick | undefined
    let pending: NumberedLine[] = []
    let frame = 0
    let id = 0
    const draw = () => {
      frame = 0
      const fresh = pending
      pending = []
      setLines((known) => [...fresh, ...known].slice(0, tapeLength))
    }
    const followed = followTick(asset, 1, (tick) => {
      const line = before && tapeLine(tick, before, digits)
      before = tick
      if (!line) return
      pending = [{ ...line, id: ++id }, ...pending].slice(0, tapeLength)
      frame ||= requestAnimationFrame(draw)
    })
    return () => {
      followed.stop()
      cancelAnimationFrame(frame)
    }
  }, [asset, digits])
  return lines
}
