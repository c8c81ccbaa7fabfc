import type { IndicatorChoice } from '../../indicators/catalog.ts'
import type { IndicatorValues } from '../../indicators/indicator.ts'
import { paneMargins } from '../canvas/dimensions.ts'
import { indicatorLooks } from '../canvas/indicator-looks.ts'
import { box, linePath, paneHeight, scaleOf } from './shapes.ts'

export interface PosterPaneProps {
  choice: IndicatorChoice
  values: readonly IndicatorValues[]
  width: number
  offset: number
  top: number
  height: number
  color: string | undefined
}

export function PosterPane({ choice, values, width, offset, top, height, color }: PosterPaneProps) {
  const { lines } = indicatorLooks[choice.id]
  const all = values.flat().filter((value) => value !== undefined)
  if (all.length === 0) return null
  const { y } = scaleOf(choice.id === 'rsi' ? [...all, 30, 70] : all, paneMargins)
  const bars = (isRising: boolean, line: number) =>
    values
      .map((each, index) => {
        const value = each[line]
        if (value === undefined || value >= 0 !== isRising) return ''
        return box(index, Math.min(y(value), y(0)), Math.max(y(value), y(0)))
      })
      .join('')
  return (
    <svg
      y={`${top}%`}
      width="100%"
      height={`${height}%`}
      viewBox={`0 0 ${width} ${paneHeight}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="chart-ink-border" d={`M0 0H${width}`} />
      <g transform={`translate(${offset} 0)`}>
        {lines.map((line, index) =>
          line === 'histogram' ? (
            [true, false].map((isRising) => (
              <path
                key={String(isRising)}
                className={isRising ? 'chart-ink-rise is-volume' : 'chart-ink-fall is-volume'}
                d={bars(isRising, index)}
              />
            ))
          ) : (
            <path
              key={line}
              className={`chart-ink-indicator chart-ink-${choice.id} is-${line}`}
              stroke={line === 'line' ? color : undefined}
              d={linePath(
                values.map((each) => each[index]),
                y,
              )}
            />
          ),
        )}
      </g>
    </svg>
  )
}
