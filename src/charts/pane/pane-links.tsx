import { panesOf } from '../canvas/chart-look.ts'
import { type ChartIndicator, isSameIndicator, maxSize, minSize } from '../chart-indicator.ts'
import { type Navigation, StateLink } from '../controls/state-link.tsx'
import type { ChartWords } from '../words.ts'

export interface PaneLinksProps {
  choice: ChartIndicator
  to: Navigation
  words: ChartWords
}

/** Links that move, fold and resize the pane of an indicator. */
export function PaneLinks({ choice, to, words }: PaneLinksProps) {
  const { indicators } = to.state
  const panes = panesOf(indicators)
  const index = indicators.findIndex((each) => isSameIndicator(each, choice))
  const pane = panes[index] ?? 0
  const leaderIndex = panes.indexOf(pane)
  const leader = indicators[leaderIndex] ?? choice
  const { size = 100, isCollapsed } = leader
  const changed = (at: number, change: Partial<ChartIndicator>) =>
    indicators.map((each, place) => (place === at ? { ...each, ...change } : each))
  const resized = (next: number) => changed(leaderIndex, { size: Math.max(minSize, Math.min(maxSize, next)) })
  const links: [text: string, indicators: ChartIndicator[] | undefined][] = [
    [
      isCollapsed ? words.expandPane : words.collapsePane,
      changed(leaderIndex, { isCollapsed: !isCollapsed || undefined }),
    ],
    [words.paneUp, pane > 1 ? withSwapped(indicators, pane, pane - 1) : undefined],
    [words.paneDown, panes.includes(pane + 1) ? withSwapped(indicators, pane, pane + 1) : undefined],
    choice.isJoined && index !== leaderIndex
      ? [words.ownPane, changed(index, { isJoined: undefined })]
      : [words.joinPane, pane > 1 && index === leaderIndex ? changed(index, { isJoined: true }) : undefined],
    [words.paneTaller, isCollapsed || size >= maxSize ? undefined : resized(size + 25)],
    [words.paneShorter, isCollapsed || size <= minSize ? undefined : resized(size - 25)],
  ]
  return links.map(
    ([text, next]) =>
      next && (
        <StateLink key={text} to={to} change={{ indicators: next }} className="chart-button is-text">
          {text}
        </StateLink>
      ),
  )
}

/** Exchanges two panes. The first indicator of a pane is not joined to the pane above. */
function withSwapped(indicators: readonly ChartIndicator[], one: number, other: number): ChartIndicator[] {
  const panes = panesOf(indicators)
  const placed = indicators.map((each, index) => {
    const pane = panes[index] ?? 0
    const isFirst = panes.indexOf(pane) === index
    const indicator = isFirst && pane > 0 ? { ...each, isJoined: undefined } : each
    return { indicator, place: pane === one ? other : pane === other ? one : pane }
  })
  return placed.toSorted((left, right) => left.place - right.place).map(({ indicator }) => indicator)
}
