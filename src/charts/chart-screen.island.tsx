import { useEffect, useMemo, useState } from 'react'
import type { IndicatorChoice } from '../indicators/catalog.ts'
import { type AssetStatus, assetStatusOf, markUntil } from '../live/asset-status.ts'
import { ConnectionBadge } from '../live/connection-badge.island.tsx'
import { useMarketState } from '../live/use-tick.ts'
import { pairOf } from '../market/instrument.ts'
import { candleOf } from './candles/candle-list.ts'
import type { SeriesColors } from './canvas/palette.ts'
import { ChartFrame } from './chart-frame.tsx'
import type { ChartAsset, ChartScreenProps } from './chart-props.ts'
import { chartQuery } from './chart-state.ts'
import { AssetFinder } from './controls/asset-finder.tsx'
import { Glyph } from './controls/glyph.tsx'
import { Help } from './controls/help.tsx'
import { withoutIndicator } from './controls/indicator-menu.tsx'
import { ColorMenu, CompareMenu } from './controls/menus.tsx'
import type { Navigation } from './controls/state-link.tsx'
import { StatusBar } from './controls/status-bar.tsx'
import { Toolbar } from './controls/toolbar.tsx'
import { useKeys, useSingleKeys } from './controls/use-keys.ts'
import { createDrawingDesk } from './drawing/desk.ts'
import { listenForDrawingKeys } from './drawing/keys.ts'
import { DrawingBar } from './drawing/toolbar.tsx'
import type { ShownChart } from './layout/cell.tsx'
import { LayoutGrid } from './layout/grid.tsx'
import { LayoutMenu } from './layout/menu.tsx'
import { useWorkspace, type Workspace } from './layout/use-workspace.ts'
import { PictureButton } from './poster/png-button.tsx'
import { fill } from './words.ts'

type Dialog = { name: 'find'; letter: string } | { name: 'help' }

export function ChartScreen(props: ChartScreenProps) {
  const { locale, words, assets, address } = props
  const [colors, setColors] = useState(props.colors)
  const [dialog, setDialog] = useState<Dialog>()
  const isHydrated = useHydrated()
  const singleKeys = useSingleKeys()
  const workspace = useWorkspace({ ...props.workspace, address, assets: namesOf(assets), initial: props.state })
  const { state, go } = workspace
  const [chart, setChart] = useState<ShownChart>()
  const [isDrawing, setDrawing] = useState(false)
  useKeys({ state, go, hasSingleKeys: singleKeys[0], open: setDialog })
  const asset = assets.find((each) => each.asset === state.asset) ?? assets[0]
  useTitle(asset && fill(words.pageTitle, { pair: pairOf(asset) }))
  const to = { state, address, go: isHydrated ? go : undefined }
  const market = useMarketState(props.market)
  const standing = (of: string) => assetStatusOf(market, of, props.standings)
  if (!asset) return <p className="chart-message">{props.standings.trading.empty}</p>
  return (
    <ChartFrame
      {...{ assets, to, locale, words, standing }}
      toolbar={
        <ScreenToolbar
          screen={props}
          to={to}
          asset={asset}
          colors={colors}
          chart={chart}
          workspace={workspace}
          onColors={setColors}
          onDialog={setDialog}
          isDrawing={isDrawing}
          onDraw={setDrawing}
        />
      }
      status={
        <ScreenStatus
          screen={props}
          to={to}
          mark={markUntil(standing(asset.asset), market, { words: props.standings, locale })}
        />
      }
      dialog={
        dialog && (
          <ScreenDialog
            dialog={dialog}
            screen={props}
            singleKeys={singleKeys}
            onClose={() => setDialog(undefined)}
            onChoose={(chosen) => go({ ...state, asset: chosen })}
          />
        )
      }
    >
      <ScreenCharts
        screen={props}
        to={to}
        colors={colors}
        chart={chart}
        workspace={workspace}
        standing={standing}
        isDrawing={isDrawing}
        onShow={setChart}
      />
    </ChartFrame>
  )
}

function ScreenStatus({ screen, to, mark }: Pick<ScreenToolbarProps, 'screen' | 'to'> & { mark: string }) {
  const { locale, words, connection, isDemo, market, standings } = screen
  const about = { asset: to.state.asset, market, words: standings }
  return (
    <StatusBar to={to} locale={locale} words={words}>
      <ConnectionBadge words={connection} isDemo={isDemo} locale={locale} about={about} />
      {mark && <span className="chart-standing">{mark}</span>}
    </StatusBar>
  )
}

interface ScreenDialogProps {
  dialog: Dialog
  screen: ChartScreenProps
  singleKeys: ReturnType<typeof useSingleKeys>
  onClose(): void
  onChoose(asset: string): void
}

function ScreenDialog({ dialog, screen, singleKeys, onClose, onChoose }: ScreenDialogProps) {
  const { assets, words } = screen
  const [hasSingleKeys, setSingleKeys] = singleKeys
  if (dialog.name === 'help') {
    return <Help words={words} hasSingleKeys={hasSingleKeys} onSingleKeys={setSingleKeys} onClose={onClose} />
  }
  const choose = (asset: string) => {
    onClose()
    onChoose(asset)
  }
  return <AssetFinder assets={assets} initial={dialog.letter} words={words} onClose={onClose} onChoose={choose} />
}

interface ScreenToolbarProps {
  screen: ChartScreenProps
  to: Navigation
  asset: ChartAsset
  colors: SeriesColors
  chart: ShownChart | undefined
  workspace: Workspace
  onColors(colors: SeriesColors): void
  onDialog(dialog: Dialog): void
  /** Whether the drawing tools are shown in a narrow window; wide ones always show them */
  isDrawing: boolean
  onDraw(isDrawing: boolean): void
}

function ScreenToolbar(props: ScreenToolbarProps) {
  const { screen, to, asset, colors, chart, workspace, onColors, onDialog, isDrawing, onDraw } = props
  const { assets, words, locale, address, colorsAddress, isDemo, connection } = screen
  return (
    <Toolbar
      to={to}
      asset={asset}
      words={words}
      pane={chart?.pane ?? null}
      onFind={() => onDialog({ name: 'find', letter: '' })}
      onHelp={() => onDialog({ name: 'help' })}
    >
      <CompareMenu to={to} assets={assets} words={words} />
      <ColorMenu to={to} action={colorsAddress} colors={colors} words={words} onChange={onColors} />
      <LayoutMenu workspace={workspace} address={address} words={words} isReady={to.go !== undefined} />
      <PictureButton
        chart={chart}
        asset={asset}
        compared={assets.find((each) => each.asset === to.state.compare)}
        mark={isDemo ? connection.demo : undefined}
        locale={locale}
        words={words}
      />
      <button
        type="button"
        className="chart-button drawing-open"
        title={words.drawing.tools}
        aria-label={words.drawing.tools}
        aria-expanded={isDrawing}
        disabled={!to.go}
        onClick={() => onDraw(!isDrawing)}
      >
        <Glyph name="draw-line" />
      </button>
    </Toolbar>
  )
}

function useTitle(text: string | undefined): void {
  useEffect(() => {
    if (text) document.title = document.title.replace(/^[^·|—–]+(?= [·|—–] )/, text)
  }, [text])
}

function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return isHydrated
}

function namesOf(assets: readonly ChartAsset[]): string[] {
  return assets.map(({ asset }) => asset)
}

export interface ScreenChartsProps {
  screen: ChartScreenProps
  to: Navigation
  colors: SeriesColors
  chart: ShownChart | undefined
  workspace: Workspace
  standing(asset: string): AssetStatus
  isDrawing: boolean
  onShow(chart: ShownChart | undefined): void
}

function ScreenCharts({ screen, to, colors, chart, workspace, standing, isDrawing, onShow }: ScreenChartsProps) {
  const { assets, locale, words } = screen
  const { state, address, go } = to
  const [desk] = useState(() => createDrawingDesk(screen.workspace.owner))
  useEffect(() => listenForDrawingKeys(desk), [desk])
  const initialCandles = useInitialCandles(screen)
  const without = (choice: IndicatorChoice) => ({ ...state, indicators: withoutIndicator(state.indicators, choice) })
  return (
    <>
      <DrawingBar desk={desk} words={words} isReady={chart !== undefined} isOpen={isDrawing} />
      <LayoutGrid
        workspace={workspace}
        desk={desk}
        assets={assets}
        initialCharts={screen.workspace.arrangement.charts}
        initialCandles={initialCandles}
        moment={screen.moment}
        colors={colors}
        locale={locale}
        words={words}
        standing={standing}
        removal={(choice) => address + chartQuery(without(choice))}
        onRemove={go && ((choice) => go(without(choice)))}
        onShow={onShow}
      />
    </>
  )
}

function useInitialCandles({ rows, workspace }: ChartScreenProps) {
  return useMemo(() => [rows, ...workspace.others].map((each) => each.map(candleOf)), [rows, workspace])
}
