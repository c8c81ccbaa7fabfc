import type { FunctionComponent, ReactElement } from 'react'

/** Fetches an island's code; the answer makes the island out of the JSON that its page carries. */
export type LoadIsland = () => Promise<(json: string) => ReactElement>

/** Every island by the name that `<Island>` calls it; each is a chunk that is fetched when a page shows it. */
const islands: Record<string, LoadIsland> = {
  chart: island(() => import('../market/chart/chart.island.tsx').then(({ ChartScreen }) => ChartScreen)),
  'connection-badge': island(() =>
    import('../market/live/connection-badge.island.tsx').then(({ ConnectionBadge }) => ConnectionBadge),
  ),
  'asset-chart': island(() => import('../market/enigma/asset-chart.island.tsx').then(({ AssetChart }) => AssetChart)),
  'live-change': island(() => import('../market/enigma/live-change.island.tsx').then(({ LiveChange }) => LiveChange)),
  'live-range': island(() => import('../market/enigma/live-range.island.tsx').then(({ LiveRange }) => LiveRange)),
  tape: island(() => import('../market/enigma/tape.island.tsx').then(({ Tape }) => Tape)),
  'live-price': island(() => import('../market/live/live-price.island.tsx').then(({ LivePrice }) => LivePrice)),
  'ticker-strip': island(() =>
    import('../market/strip/ticker-strip.island.tsx').then(({ TickerStrip }) => TickerStrip),
  ),
}

export function findIsland(name: string): LoadIsland | undefined {
  return islands[name]
}

/** The page and this script are of one build: its JSON is the props the component was rendered with. */
function island<Props extends object>(load: () => Promise<FunctionComponent<Props>>): LoadIsland {
  return async () => {
    const [{ createElement }, Component] = await Promise.all([import('react'), load()])
    return (json) => {
      const props: Props = JSON.parse(json)
      return createElement(Component, props)
    }
  }
}
