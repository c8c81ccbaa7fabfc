import { useMemo } from 'react'
import { localised } from '../../i18n/locales.ts'
import { AssetLogo } from '../../live/asset-logo.tsx'
import { assetStatusOf } from '../../live/asset-status.ts'
import { ConnectionBadge } from '../../live/connection-badge.island.tsx'
import { useMarketState } from '../../live/use-tick.ts'
import { pairOf } from '../../market/instrument.ts'
import { paths } from '../../paths.ts'
import { candleOf } from '../candles/candle-list.ts'
import { Attribution, ChartFrame } from '../chart-frame.tsx'
import type { ChartScreenProps } from '../chart-props.ts'
import { chartQuery } from '../chart-state.ts'
import { Timeframes } from '../controls/timeframes.tsx'
import { ChartPane } from '../pane/chart-pane.tsx'

export interface OpenChartProps
  extends Omit<ChartScreenProps, 'notice' | 'colors' | 'workspace' | 'colorsAddress' | 'practice'> {
  /** URL of the registration, which opens this chart in full afterward; undefined when registration is closed */
  registerHref: string | undefined
}

/** Empty values as constants, so that props keep their identity across renders. */
const noColors = {}

/** Read-only chart for visitors without an account: every choice is a link to another page of this kind. */
export function OpenChart(props: OpenChartProps) {
  const { locale, words, connection, isDemo, assets, state, rows, address, standings, registerHref } = props
  const candles = useMemo(() => rows.map(candleOf), [rows])
  const market = useMarketState(props.market)
  const standing = (of: string) => assetStatusOf(market, of, standings)
  const asset = assets.find((each) => each.asset === state.asset)
  if (!asset) return <p className="chart-message">{standings.trading.empty}</p>
  const to = { state, address }
  const about = { asset: asset.asset, market, words: standings }
  return (
    <ChartFrame
      className="open-chart"
      {...{ assets, to, locale, words, standing }}
      toolbar={
        <div className="chart-toolbar">
          <a className="chart-asset" href="#chart-assets" title={words.chooseAsset}>
            <AssetLogo base={asset.base} />
            <b>{pairOf(asset)}</b> <span className="chart-asset-name">{asset.name}</span>
          </a>
          <Timeframes to={to} words={words} />
          <p className="open-chart-more">
            <span>{words.openMore}</span>
            <a
              className="button button-primary"
              href={registerHref ?? localised(locale, paths.charts) + chartQuery(state)}
            >
              {registerHref ? words.openRegister : words.openWhole}
            </a>
            <a className="button button-quiet" href={`${localised(locale, paths.tryStrategy)}?asset=${asset.asset}`}>
              {words.openTry}
            </a>
          </p>
        </div>
      }
      status={
        <div className="chart-status">
          <ConnectionBadge words={connection} isDemo={isDemo} locale={locale} about={about} />
          <Attribution words={words} />
        </div>
      }
    >
      <ChartPane
        asset={asset}
        state={state}
        candles={candles}
        colors={noColors}
        locale={locale}
        words={words}
        empty={standing(asset.asset).empty}
      />
    </ChartFrame>
  )
}
