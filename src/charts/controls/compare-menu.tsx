import { type ChartAsset, pairOf } from '../chart-props.ts'
import type { ChartWords } from '../words.ts'
import { Menu } from './menu.tsx'
import { type Navigation, StateLink } from './state-link.tsx'

export interface CompareMenuProps {
  to: Navigation
  assets: readonly ChartAsset[]
  words: ChartWords
}

export function CompareMenu({ to, assets, words }: CompareMenuProps) {
  const { asset, compare } = to.state
  const chosen = assets.find((each) => each.asset === compare)
  return (
    <Menu glyph="compare" label={words.drawing.compare} value={chosen && pairOf(chosen)} className="compare-menu">
      <ul className="chart-kinds" aria-label={words.drawing.compareWith}>
        <li>
          <StateLink to={to} change={{ compare: undefined }} isCurrent={!chosen}>
            {words.drawing.compareNone}
          </StateLink>
        </li>
        {assets
          .filter((each) => each.asset !== asset)
          .map((each) => (
            <li key={each.asset}>
              <StateLink to={to} change={{ compare: each.asset }} isCurrent={each.asset === compare}>
                {pairOf(each)}
              </StateLink>
            </li>
          ))}
      </ul>
    </Menu>
  )
}
