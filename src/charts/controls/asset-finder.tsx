import { type KeyboardEvent, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import { AssetLogo } from '../../live/asset-logo.tsx'
import { pairOf } from '../../market/instrument.ts'
import type { ChartAsset } from '../chart-props.ts'
import type { ChartState } from '../chart-state.ts'
import { useLater } from '../use-later.ts'
import { type ChartWords, fill } from '../words.ts'
import { Glyph } from './glyph.tsx'
import { useModal } from './use-modal.ts'

export interface AssetFinderProps {
  assets: readonly ChartAsset[]
  initial: string
  locale: Locale
  words: ChartWords
  onChoose(chart: Partial<Pick<ChartState, 'asset' | 'tf'>>): void
  onClose(): void
}

export function AssetFinder({ assets, initial, locale, words, onChoose, onClose }: AssetFinderProps) {
  const dialog = useModal()
  const [query, setQuery] = useState(initial)
  const code = useLater()
  const found = code?.findCharts(assets, query, locale) ?? []
  const choose = ({ asset: { asset }, tf }: (typeof found)[number]) => onChoose(tf ? { asset, tf } : { asset })
  const { current, reset, handleKey } = useListbox(found, choose)
  return (
    <dialog
      ref={dialog}
      className="chart-dialog chart-finder"
      aria-label={words.findAsset}
      onClose={onClose}
      onKeyDown={handleKey}
    >
      <label className="chart-finder-field">
        <Glyph name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={words.findAsset}
          aria-expanded="true"
          aria-controls="chart-found"
          aria-activedescendant={current && `chart-found-${current.asset.asset}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={words.findPlaceholder}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value)
            reset()
          }}
        />
        <kbd>Esc</kbd>
      </label>
      <div id="chart-found" className="chart-found" role="listbox" aria-label={words.assets}>
        {found.map((chart) => {
          const { asset, tf } = chart
          return (
            <button
              key={asset.asset}
              id={`chart-found-${asset.asset}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={chart === current}
              onClick={() => choose(chart)}
            >
              <AssetLogo base={asset.base} />
              <b>
                {pairOf(asset)}
                {tf && ` · ${words[`tf${tf}`]}`}
              </b>
              <span>{asset.name}</span>
            </button>
          )
        })}
      </div>
      <p className="chart-note" role="status">
        {code && found.length === 0 && fill(words.foundNone, { query })}
      </p>
    </dialog>
  )
}

const arrowSteps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

function useListbox<Option>(options: readonly Option[], onChoose: (option: Option) => void) {
  const [at, setAt] = useState(0)
  const index = Math.min(at, options.length - 1)
  const current = options[index]
  const handleKey = (event: KeyboardEvent) => {
    const step = arrowSteps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((index + step + options.length) % Math.max(1, options.length))
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      onChoose(current)
    }
  }
  return { current, reset: () => setAt(0), handleKey }
}
