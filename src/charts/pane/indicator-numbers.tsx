import { Fragment } from 'react'
import type { IndicatorId } from '../../indicators/catalog.ts'
import type { IndicatorValues } from '../../indicators/indicator.ts'
import { indicatorLooks } from '../canvas/chart-look.ts'

export interface IndicatorNumbersProps {
  id: IndicatorId
  values: IndicatorValues
  format(value: number): string
}

export function IndicatorNumbers({ id, values, format }: IndicatorNumbersProps) {
  return Object.entries(indicatorLooks[id].lines).map(([line, look]) => {
    const value = values[Number(line)]
    return (
      look !== 'none' && (
        <Fragment key={line}>
          <span className="chart-legend-number">{value === undefined ? '—' : format(value)}</span>{' '}
        </Fragment>
      )
    )
  })
}
