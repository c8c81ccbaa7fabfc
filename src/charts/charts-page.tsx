import { useLocale } from '../i18n/context.tsx'
import { pairOf } from '../market/instrument.ts'
import { Island } from '../ui/island.tsx'
import { ChartLayout } from '../ui/layouts/app.tsx'
import type { ChartScreenProps } from './chart-props.ts'
import { ChartScreen } from './chart-screen.island.tsx'
import { OpenChart, type OpenChartProps } from './open/open-chart.island.tsx'

export interface ChartsPageProps {
  screen: ChartScreenProps
}

export function ChartsPage({ screen }: ChartsPageProps) {
  const { t } = useLocale()
  const asset = screen.assets.find((each) => each.asset === screen.state.asset)
  return (
    <ChartLayout>
      <h1 className="visually-hidden">{asset ? t('charts.heading', { pair: pairOf(asset) }) : t('charts.title')}</h1>
      <Island name="chart-screen" when="load" className="chart-island">
        <ChartScreen {...screen} />
      </Island>
    </ChartLayout>
  )
}

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
