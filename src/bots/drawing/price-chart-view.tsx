import { useLocale } from '../../i18n/context.tsx'
import { Island } from '../../ui/island.tsx'
import { PriceChart, type PriceChartProps } from './price-chart.island.tsx'

export function PriceChartView(props: Omit<PriceChartProps, 'words' | 'locale'>) {
  const { locale, t } = useLocale()
  const words = {
    name: t('backtest.prices.name', { asset: props.asset }),
    loading: t('backtest.prices.loading'),
    empty: t('backtest.prices.empty'),
    failed: t('backtest.prices.failed'),
    previous: t('backtest.prices.previous'),
    next: t('backtest.prices.next'),
    place: t('backtest.prices.place', { number: '{{number}}', total: '{{total}}' }),
    attribution: t('charts.attribution'),
  }
  return (
    <>
      <Island name="price-chart">
        <PriceChart {...props} locale={locale} words={words} />
      </Island>
      {/* Text for users without JavaScript. It must stay outside the island, where it would break hydration. */}
      <noscript>
        <p>{t('backtest.prices.instead')}</p>
      </noscript>
    </>
  )
}
