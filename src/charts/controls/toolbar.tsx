import type { ReactNode } from 'react'
import { AssetLogo } from '../../live/asset-logo.tsx'
import { pairOf } from '../../market/instrument.ts'
import type { ChartAsset } from '../chart-props.ts'
import { type ChartKind, chartKinds, chartQuery } from '../chart-state.ts'
import type { Pane } from '../pane/pane.ts'
import type { ChartWords } from '../words.ts'
import { Glyph } from './glyph.tsx'
import { IndicatorMenu } from './indicator-menu.tsx'
import { Menu } from './menus.tsx'
import { type Navigation, StateLink } from './state-link.tsx'
import { Timeframes } from './timeframes.tsx'

export interface ToolbarProps {
  to: Navigation
  asset: ChartAsset
  words: ChartWords
  /** Pane of the chart that the controls act on, null until it is drawn */
  pane: Pane | null
  onFind(): void
  onHelp(): void
  children?: ReactNode
}

const kindWords = {
  candles: 'kindCandles',
  bars: 'kindBars',
  line: 'kindLine',
  area: 'kindArea',
  'heikin-ashi': 'kindHeikinAshi',
} as const satisfies Record<ChartKind, keyof ChartWords>

export function Toolbar({ to, asset, words, pane, onFind, onHelp, children }: ToolbarProps) {
  const { state } = to
  return (
    <div className="chart-toolbar has-tools">
      <a
        className="chart-asset"
        href={`${to.address}${chartQuery(state)}#chart-assets`}
        title={words.chooseAsset}
        aria-label={`${pairOf(asset)} ${asset.name}: ${words.chooseAsset}`}
        aria-haspopup="dialog"
        onClick={(event) => {
          event.preventDefault()
          onFind()
        }}
      >
        <Glyph name="search" />
        <AssetLogo base={asset.base} />
        <b>{pairOf(asset)}</b> <span className="chart-asset-name">{asset.name}</span>
      </a>
      <Timeframes to={to} words={words} pane={pane} />
      <div className="chart-tools">
        <Menu glyph={state.kind} label={words.kind} value={words[kindWords[state.kind]]} closesOnChoice>
          <ul className="chart-kinds">
            {chartKinds.map((kind) => (
              <li key={kind}>
                <StateLink to={to} change={{ kind }} isCurrent={kind === state.kind}>
                  <Glyph name={kind} />
                  {words[kindWords[kind]]}
                </StateLink>
              </li>
            ))}
          </ul>
        </Menu>
        <IndicatorMenu to={to} words={words} />
        {children}
        <button
          type="button"
          className="chart-button chart-keys"
          title={words.help}
          aria-label={words.help}
          onClick={onHelp}
        >
          <Glyph name="keys" />
        </button>
      </div>
    </div>
  )
}
