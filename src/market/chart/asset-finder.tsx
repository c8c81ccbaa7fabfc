import { type KeyboardEvent, useState } from 'react'
import { type ChartAsset, pairOf } from './chart-props.ts'
import { findAssets } from './find-assets.ts'
import { Glyph } from './glyph.tsx'
import { useModal } from './use-modal.ts'
import { type ChartWords, fill } from './words.ts'

export interface AssetFinderProps {
  assets: readonly ChartAsset[]
  /** What was typed to open it */
  initial: string
  words: ChartWords
  onChoose(asset: string): void
  onClose(): void
}

/** A search that is open as long as it is there: letters narrow the list down, arrows walk, Enter chooses. */
export function AssetFinder({ assets, initial, words, onChoose, onClose }: AssetFinderProps) {
  const dialog = useModal()
  const [query, setQuery] = useState(initial)
  const [at, setAt] = useState(0)
  const found = findAssets(assets, query)
  const current = found[Math.min(at, found.length - 1)]
  const handleKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(1, found.length))
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      onChoose(current.asset)
    }
  }
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
          aria-activedescendant={current && `chart-found-${current.asset}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={words.findPlaceholder}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value)
            setAt(0)
          }}
        />
        <kbd>Esc</kbd>
      </label>
      <div id="chart-found" className="chart-found" role="listbox" aria-label={words.assets}>
        {found.map((asset) => (
          <button
            key={asset.asset}
            id={`chart-found-${asset.asset}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={asset === current}
            onClick={() => onChoose(asset.asset)}
          >
            <b>{pairOf(asset)}</b>
            <span>{asset.name}</span>
          </button>
        ))}
      </div>
      <p className="chart-note" role="status">
        {found.length === 0 && fill(words.foundNone, { query })}
      </p>
    </dialog>
  )
}
