import { type KeyboardEvent, useState } from 'react'
import { AssetLogo } from '../../live/asset-logo.tsx'
import { pairOf } from '../../market/instrument.ts'
import type { ChartAsset } from '../chart-props.ts'
import { type ChartWords, fill } from '../words.ts'
import { Glyph } from './glyph.tsx'
import { useModal } from './use-modal.ts'

/**
 * Keys of the Russian keyboard layout and the Latin letters on the same keys, so that tickers can be typed without
 * switching the layout.
 */
const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбю'
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,."

export function asLatin(text: string): string {
  return Array.from(text.toLowerCase(), (letter) => {
    const place = russianKeys.indexOf(letter)
    return place < 0 ? letter : latinKeys.charAt(place)
  }).join('')
}

/**
 * Finds assets by a query, best matches first: the ticker begins with the query, then the name begins with it, then
 * either contains it.
 */
export function findAssets<Asset extends Pick<ChartAsset, 'asset' | 'base' | 'quote' | 'name'>>(
  assets: readonly Asset[],
  query: string,
): Asset[] {
  const wanted = asLatin(query.trim()).replaceAll(/[/\s-]/g, '')
  const rank = (asset: Asset) => {
    const [ticker, name] = [asset.asset.toLowerCase(), asset.name.toLowerCase().replaceAll(' ', '')]
    if (ticker.startsWith(wanted)) return 0
    if (name.startsWith(wanted)) return 1
    return ticker.includes(wanted) || name.includes(wanted) || pairOf(asset).toLowerCase().includes(wanted) ? 2 : 3
  }
  return assets
    .map((asset) => ({ asset, rank: rank(asset) }))
    .filter(({ rank }) => rank < 3)
    .sort((left, right) => left.rank - right.rank)
    .map(({ asset }) => asset)
}

export interface AssetFinderProps {
  assets: readonly ChartAsset[]
  initial: string
  words: ChartWords
  onChoose(asset: string): void
  onClose(): void
}

export function AssetFinder({ assets, initial, words, onChoose, onClose }: AssetFinderProps) {
  const dialog = useModal()
  const [query, setQuery] = useState(initial)
  const found = findAssets(assets, query)
  const { current, reset, handleKey } = useListbox(found, ({ asset }) => onChoose(asset))
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
            reset()
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
            <AssetLogo base={asset.base} />
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
