import { useLocale } from '../../i18n/context.tsx'
import { Island } from '../../ui/island.tsx'
import { ChartLayout } from '../../ui/layouts/chart.tsx'
import { pairOf } from '../chart-props.ts'
import { OpenChart, type OpenChartProps } from './open-chart.island.tsx'

export interface OpenChartPageProps {
  chart: OpenChartProps
}

export function OpenChartPage({ chart }: OpenChartPageProps) {
  const { t } = useLocale()
  const asset = chart.assets.find((each) => each.asset === chart.state.asset)
  return (
    <ChartLayout>
      <h1 className="visually-hidden">{asset ? t('charts.heading', { pair: pairOf(asset) }) : t('charts.title')}</h1>
      <Island name="open-chart" when="load" className="chart-island">
        <OpenChart {...chart} />
      </Island>
    </ChartLayout>
  )
}
