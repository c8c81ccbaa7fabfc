import { useEffect, useMemo, useState } from 'react'
import { type AssetStatus, assetStatusOf, markUntil } from '../live/asset-status.ts'
import { ConnectionBadge } from '../live/connection-badge.island.tsx'
import { useMarketState } from '../live/use-tick.ts'
import { pairOf } from '../market/instrument.ts'
import { candleOf } from './candles/candle-list.ts'
import { fetchCandles } from './candles/candle-loader.ts'
import type { CandleSupply } from './candles/candle-supply.ts'
import type { SeriesColors } from './canvas/palette.ts'
import { ChartFrame } from './chart-frame.tsx'
import type { ChartAsset, ChartScreenProps } from './chart-props.ts'
import type { ChartState } from './chart-state.ts'
import { Glyph } from './controls/glyph.tsx'
import { ColorMenu, CompareMenu } from './controls/menus.tsx'
import { type Dialog, ScreenDialog, useScreenDialog } from './controls/screen-dialog.tsx'
import type { Navigation } from './controls/state-link.tsx'
import { StatusBar } from './controls/status-bar.tsx'
import { Toolbar } from './controls/toolbar.tsx'
import { useKeys, useSingleKeys, useStoredSwitch } from './controls/use-keys.ts'
import { createDrawingDesk } from './drawing/desk.ts'
import { listenForDrawingKeys } from './drawing/keys.ts'
import { DrawingBar } from './drawing/toolbar.tsx'
import type { ShownChart } from './layout/cell.tsx'
import { LayoutGrid } from './layout/grid.tsx'
import { LayoutMenu } from './layout/menu.tsx'
import { useWorkspace, type Workspace } from './layout/use-workspace.ts'
import { PictureButton } from './poster/png-button.tsx'
import { useReplay } from './replay/use-replay.ts'
import { useLater } from './use-later.ts'
import { fill } from './words.ts'

export function ChartScreen(props: ChartScreenProps) {
  const { locale, words, assets, address } = props
  const [colors, setColors] = useState(props.colors)
  const dialog = useScreenDialog()
  const isHydrated = useHydrated()
  const singleKeys = useSingleKeys()
  const workspace = useWorkspace({ ...props.workspace, address, assets: namesOf(assets), initial: props.state })
  const { state, go } = workspace
  const [chart, setChart] = useState<ShownChart>()
  const [isDrawing, setDrawing] = useState(false)
  const replay = useReplay(props.replay)
  useKeys({ state, go, hasSingleKeys: singleKeys[0], open: dialog.open, replay: replay.open })
  const asset = assets.find((each) => each.asset === state.asset) ?? assets[0]
  useTitle(asset && fill(words.pageTitle, { pair: pairOf(asset) }))
  const to = { state, address, go: isHydrated ? go : undefined }
  const market = useMarketState(props.market)
  const standing = (of: string) => assetStatusOf(market, of, props.standings)
  if (!asset) return <p className="chart-message">{props.standings.trading.empty}</p>
  return (
    <ChartFrame
      className={replay.supply === undefined ? '' : 'is-replaying'}
      isReplaying={replay.supply !== undefined}
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
          onDialog={dialog.open}
          isDrawing={isDrawing}
          onDraw={setDrawing}
          replay={replay}
        />
      }
      status={
        <>
          <ScreenReplay screen={props} state={state} asset={asset} chart={chart} replay={replay} />
          <ScreenStatus {...{ screen: props, to, market, chart, asset, replay }} status={standing(asset.asset)} />
        </>
      }
      dialog={
        dialog.shown && (
          <ScreenDialog
            key={dialog.shown.key}
            dialog={dialog.shown.dialog}
            screen={props}
            singleKeys={singleKeys}
            onClose={dialog.close}
            onChoose={(chosen) => go({ ...state, ...chosen })}
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
        supply={replay.supply}
        onShow={setChart}
      />
    </ChartFrame>
  )
}

interface ScreenReplayProps extends Pick<ScreenToolbarProps, 'screen' | 'asset' | 'chart' | 'replay'> {
  state: ChartState
}

function ScreenReplay({ screen, state, asset, chart, replay }: ScreenReplayProps) {
  const { code, start, onSupply, close } = replay
  const { locale, words, practice } = screen
  const shared = { state, asset, chart, start, locale, words, practice, fetchCandles, onSupply }
  return code && <code.ReplayBar {...shared} onClose={close} />
}

interface ScreenStatusProps extends Pick<ScreenToolbarProps, 'screen' | 'to' | 'asset' | 'chart' | 'replay'> {
  status: AssetStatus
  market: ChartScreenProps['market']
}

function ScreenStatus(props: ScreenStatusProps) {
  const { screen, to, status, market, asset, chart, replay } = props
  const { supply } = replay
  const isReplaying = supply !== undefined
  const [isMapOpen, setMapOpen] = useStoredSwitch('kurs-chart-minimap', false)
  const map = useLater(isMapOpen)
  const { locale, words, connection, isDemo, standings } = screen
  const about = { asset: to.state.asset, market: screen.market, words: standings }
  const mark = markUntil(status, market, { words: standings, locale })
  return (
    <>
      {/* A replay hides what came after its time. */}
      {isMapOpen && map && chart && !isReplaying && (
        <map.Minimap pane={chart.pane} asset={asset.asset} {...{ locale, words }} />
      )}
      <StatusBar to={to} locale={locale} words={words}>
        {isReplaying ? (
          <span className="connection-badge" data-state="idle">
            {isDemo && <b className="connection-demo">{connection.demo}</b>}
            <span className="connection-mark" aria-hidden="true" />
            <span>
              {words.replay.title}
              {replay.code && supply?.time && <replay.code.ReplayTime time={supply.time} locale={locale} />}
            </span>
          </span>
        ) : (
          <ConnectionBadge words={connection} isDemo={isDemo} locale={locale} about={about} />
        )}
        {screen.notice && (
          <span className="chart-standing" role="alert">
            {screen.notice}
          </span>
        )}
        {mark && !isReplaying && <span className="chart-standing">{mark}</span>}
        {!isReplaying && (
          <button
            type="button"
            className="chart-button is-text minimap-toggle"
            aria-expanded={isMapOpen}
            disabled={!to.go}
            onClick={() => setMapOpen(!isMapOpen)}
          >
            {words.minimap}
          </button>
        )}
      </StatusBar>
    </>
  )
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
  replay: ReturnType<typeof useReplay>
}

function ScreenToolbar(props: ScreenToolbarProps) {
  const { screen, to, asset, colors, chart, workspace, onColors, onDialog, isDrawing, onDraw, replay } = props
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
        className="chart-button"
        title={words.replay.title}
        aria-label={words.replay.title}
        aria-pressed={replay.code !== undefined}
        disabled={!to.go}
        onClick={replay.open}
      >
        <Glyph name="replay" />
      </button>
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
  supply: CandleSupply | null | undefined
  onShow(chart: ShownChart | undefined): void
}

function ScreenCharts(props: ScreenChartsProps) {
  const { screen, to, colors, chart, workspace, standing, isDrawing, supply, onShow } = props
  const { assets, locale, words } = screen
  const { address, go } = to
  const [desk] = useState(() => createDrawingDesk(screen.workspace.owner))
  useEffect(() => listenForDrawingKeys(desk), [desk])
  const initialCandles = useInitialCandles(screen)
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
        supply={supply}
        colors={colors}
        locale={locale}
        words={words}
        standing={standing}
        address={address}
        isReady={go !== undefined}
        onShow={onShow}
      />
    </>
  )
}

function useInitialCandles({ rows, workspace }: ChartScreenProps) {
  return useMemo(() => [rows, ...workspace.others].map((each) => each.map(candleOf)), [rows, workspace])
}
