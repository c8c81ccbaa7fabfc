import { useEffect, useMemo, useState } from 'react'
import { ConnectionBadge } from '../live/connection-badge.island.tsx'
import { AssetFinder } from './asset-finder.tsx'
import { AssetList } from './asset-list.tsx'
import { candleOf } from './candle-list.ts'
import { type ChartAsset, type ChartScreenProps, pairOf } from './chart-props.ts'
import { chartQuery } from './chart-state.ts'
import { ColorMenu } from './color-menu.tsx'
import { CompareMenu } from './compare-menu.tsx'
import { createDrawingDesk } from './drawing-desk.ts'
import { listenForDrawingKeys } from './drawing-keys.ts'
import { Help } from './help.tsx'
import { withoutIndicator } from './indicator-menu.tsx'
import type { IndicatorChoice } from './indicators/catalog.ts'
import type { ShownChart } from './layout-cell.tsx'
import { LayoutGrid } from './layout-grid.tsx'
import { LayoutMenu } from './layout-menu.tsx'
import { useWorkspace } from './layout-use.ts'
import { PictureButton } from './png-button.tsx'
import { StatusBar } from './status-bar.tsx'
import { Toolbar } from './toolbar.tsx'
import { DrawingBar } from './toolbar-draw.tsx'
import { useKeys } from './use-keys.ts'
import { useSingleKeys } from './use-single-keys.ts'
import { fill } from './words.ts'

/** The screen of charts: what is chosen above, what is traded beside, the chart in the middle. */
export function ChartScreen(props: ChartScreenProps) {
  const { locale, words, connection, isDemo, assets, rows, address, colorsAddress } = props
  const [colors, setColors] = useState(props.colors)
  const [dialog, setDialog] = useState<{ name: 'find'; letter: string } | { name: 'help' }>()
  const [isAlive, setAlive] = useState(false)
  const [hasSingleKeys, setSingleKeys] = useSingleKeys()
  useEffect(() => setAlive(true), [])
  const workspace = useWorkspace({ ...props.workspace, address, assets: namesOf(assets), initial: props.state })
  const { state, go } = workspace
  const [desk] = useState(() => createDrawingDesk(props.workspace.owner))
  const [chart, setChart] = useState<ShownChart>()
  useEffect(() => listenForDrawingKeys(desk), [desk])
  useKeys({ state, go, hasSingleKeys, open: setDialog })
  const asset = assets.find((each) => each.asset === state.asset) ?? assets[0]
  const brought = useMemo(
    () => [rows, ...props.workspace.others].map((each) => each.map(candleOf)),
    [rows, props.workspace],
  )
  const to = { state, address, go: isAlive ? go : undefined }
  const removed = (choice: IndicatorChoice) => ({ ...state, indicators: withoutIndicator(state.indicators, choice) })
  useEffect(() => {
    if (asset)
      document.title = document.title.replace(/^[^·|—–]+(?= [·|—–] )/, fill(words.pageTitle, { pair: pairOf(asset) }))
  }, [asset, words])
  if (!asset) return <p className="chart-message">{words.empty}</p>
  return (
    <div className="chart-screen">
      <Toolbar
        to={to}
        asset={asset}
        words={words}
        onFind={() => setDialog({ name: 'find', letter: '' })}
        onHelp={() => setDialog({ name: 'help' })}
      >
        <CompareMenu to={to} assets={assets} words={words} />
        <ColorMenu to={to} action={colorsAddress} colors={colors} words={words} onChange={setColors} />
        <LayoutMenu workspace={workspace} address={address} words={words} isReady={isAlive} />
        <PictureButton
          chart={chart}
          asset={asset}
          compared={assets.find((each) => each.asset === state.compare)}
          mark={isDemo ? connection.demo : undefined}
          locale={locale}
          words={words}
        />
      </Toolbar>
      <div className="chart-body">
        <DrawingBar desk={desk} words={words} isReady={chart !== undefined} />
        <LayoutGrid
          workspace={workspace}
          desk={desk}
          assets={assets}
          first={props.workspace.arrangement.charts}
          brought={brought}
          colors={colors}
          locale={locale}
          words={words}
          removal={(choice) => address + chartQuery(removed(choice))}
          onRemove={isAlive ? (choice) => go(removed(choice)) : undefined}
          onShow={setChart}
        />
        <AssetList assets={assets} to={to} locale={locale} words={words} />
      </div>
      <StatusBar to={to} locale={locale} words={words}>
        <ConnectionBadge words={connection} isDemo={isDemo} locale={locale} />
      </StatusBar>
      {dialog?.name === 'find' && (
        <AssetFinder
          assets={assets}
          initial={dialog.letter}
          words={words}
          onClose={() => setDialog(undefined)}
          onChoose={(chosen) => {
            setDialog(undefined)
            go({ ...state, asset: chosen })
          }}
        />
      )}
      {dialog?.name === 'help' && (
        <Help
          words={words}
          hasSingleKeys={hasSingleKeys}
          onSingleKeys={setSingleKeys}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}

function namesOf(assets: readonly ChartAsset[]): string[] {
  return assets.map(({ asset }) => asset)
}
