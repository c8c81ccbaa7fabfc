import { useLocale } from '../i18n/context.tsx'
import { Island } from '../ui/island.tsx'
import { ChartLayout } from '../ui/layouts/chart.tsx'
import { AlertNews } from './alerts/alert-news.tsx'
import { ChartScreen } from './chart/chart.island.tsx'
import { type ChartScreenProps, pairOf } from './chart/chart-props.ts'

export interface ChartsPageProps {
  screen: ChartScreenProps
}

/** The page of charts: the island is all of it, drawn by the server first. */
export function ChartsPage({ screen }: ChartsPageProps) {
  const { t } = useLocale()
  const asset = screen.assets.find((each) => each.asset === screen.state.asset)
  return (
    <ChartLayout>
      <AlertNews />
      <h1 className="visually-hidden">{asset ? t('charts.heading', { pair: pairOf(asset) }) : t('charts.title')}</h1>
      <Island name="chart" when="load" className="chart-island">
        <ChartScreen {...screen} />
      </Island>
    </ChartLayout>
  )
}
