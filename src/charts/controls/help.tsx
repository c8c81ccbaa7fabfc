import { drawingHelp } from '../drawing/keys.ts'
import type { ChartWords } from '../words.ts'
import { Glyph } from './glyph.tsx'
import { useModal } from './use-modal.ts'

export interface HelpProps {
  words: ChartWords
  hasSingleKeys: boolean
  onSingleKeys(isOn: boolean): void
  onClose(): void
}

/**
 * Notice that the chart library's license requires:
 * https://github.com/tradingview/lightweight-charts/blob/master/NOTICE
 */
const notice = 'TradingView Lightweight Charts™ Copyright (с) 2026 TradingView, Inc. https://www.tradingview.com/'

/**
 * Dialog with the keyboard shortcuts. Shortcuts of a single key can be switched off there, because some people press
 * them by accident (WCAG 2.1.4).
 */
export function Help({ words, hasSingleKeys, onSingleKeys, onClose }: HelpProps) {
  const dialog = useModal()
  const keys = [
    [['A', '…', 'Z'], words.helpLetters],
    [['1', '…', '8'], words.helpTimeframes],
    [['←', '→'], words.helpStep],
    [['+', '−'], words.helpZoom],
    [['End'], words.helpNewest],
    [['Alt', 'G'], words.goToDate],
    [['Alt', 'K'], words.helpKind],
    [['Alt', 'L'], words.helpLog],
    [['Alt', 'P'], words.helpPercent],
    [['Alt', 'V'], words.helpVolume],
    [['Alt', 'Y'], words.replay.title],
    [['←', '→', 'Space'], words.replay.keys],
    ...drawingHelp(words),
    [['?'], words.helpHelp],
  ] as const
  return (
    <dialog ref={dialog} className="chart-dialog chart-help" aria-labelledby="chart-help-title" onClose={onClose}>
      <header>
        <h2 id="chart-help-title">{words.help}</h2>
        <button
          type="button"
          className="chart-button"
          aria-label={words.closeDialog}
          onClick={() => dialog.current?.close()}
        >
          <Glyph name="close" />
        </button>
      </header>
      <dl>
        {keys.map(([pressed, what]) => (
          <div key={what}>
            <dt>{pressed.map((key) => (key === '…' ? <span key={key}>{key}</span> : <kbd key={key}>{key}</kbd>))}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="chart-help-switch">
        <input type="checkbox" checked={hasSingleKeys} onChange={({ target }) => onSingleKeys(target.checked)} />
        {words.singleKeys}
      </label>
      <p className="chart-notice">{notice}</p>
    </dialog>
  )
}
