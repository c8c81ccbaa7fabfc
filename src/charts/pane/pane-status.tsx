import { useSignals } from '@preact/signals-react/runtime'
import { Glyph } from '../controls/glyph.tsx'
import type { ChartWords } from '../words.ts'
import type { Pane } from './pane.ts'

export interface PaneStatusProps {
  pane: Pane | undefined
  hasFailed: boolean
  isEmpty: boolean
  /** Text with the reason why the asset has no candles */
  empty: string
  words: ChartWords
}

export function PaneStatus({ pane, hasFailed, isEmpty, empty, words }: PaneStatusProps) {
  useSignals()
  const initial = { newest: isEmpty ? 'empty' : 'ready', older: 'more', holes: 'whole' } as const
  const { newest, older, holes } = pane?.status.value ?? initial
  const middle = { loading: words.loading, empty, failed: words.failed, ready: '' }[newest]
  const corner = {
    loading: words.loadingOlder,
    failed: words.failedOlder,
    exhausted: pane?.isAtOldest.value ? words.beginning : '',
    more: '',
  }[older]
  return (
    <>
      <div className="chart-message" role="status" data-newest={newest}>
        {middle && <p>{middle}</p>}
        {hasFailed && <p className="chart-failure">{words.failedChart}</p>}
        {newest === 'failed' && <Retry pane={pane} words={words} />}
      </div>
      <div className="chart-history" role="status" data-older={older} data-holes={holes}>
        {newest === 'ready' && (holes === 'failed' ? words.failedHoles : corner)}
        {newest === 'ready' && (older === 'failed' || holes === 'failed') && <Retry pane={pane} words={words} />}
      </div>
      {pane && (
        <button
          type="button"
          className="chart-button chart-newest"
          title={words.toNewest}
          aria-label={words.toNewest}
          hidden={pane.isAtNewest.value}
          onClick={() => pane.goToNewest()}
        >
          <Glyph name="newest" />
        </button>
      )}
    </>
  )
}

function Retry({ pane, words }: Pick<PaneStatusProps, 'pane' | 'words'>) {
  return (
    <button type="button" className="chart-button is-text" onClick={() => pane?.retry()}>
      {words.retry}
    </button>
  )
}
