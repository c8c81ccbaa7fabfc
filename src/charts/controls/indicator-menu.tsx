import { useState } from 'react'
import { catalog, indicatorGroups, indicatorIds, indicatorText } from '../../indicators/catalog.ts'
import type { ChartIndicator } from '../chart-indicator.ts'
import { maxIndicators, profileRows } from '../chart-state.ts'
import { useLater } from '../use-later.ts'
import { type ChartWords, fill, indicatorName } from '../words.ts'
import { type IndicatorActs, useIndicatorActs } from './indicator-acts.ts'
import { IndicatorForm } from './indicator-form.tsx'
import { Menu } from './menus.tsx'
import { type Navigation, StateLink } from './state-link.tsx'

export interface IndicatorMenuProps {
  to: Navigation
  words: ChartWords
}

export function IndicatorMenu({ to, words }: IndicatorMenuProps) {
  const { state } = to
  const { indicators } = state
  const acts = useIndicatorActs(to, words)
  const [isWanted, setWanted] = useState(false)
  const code = useLater(isWanted)
  const isFull = indicators.length >= maxIndicators
  return (
    <Menu glyph="indicators" label={words.indicators} className="is-compact" onToggle={() => setWanted(true)}>
      {indicators.length > 0 && (
        <ul className="chart-chosen">
          {indicators.map((choice) => (
            <li key={indicatorText(choice)}>
              <RemovalLink acts={acts} choice={choice} words={words} />
            </li>
          ))}
        </ul>
      )}
      {code && <code.TemplateList to={to} words={words} />}
      <section className="chart-profile" aria-label={words.profileText}>
        <span className="chart-indicator-name">
          <b>{words.profile}</b> {words.profileText}
        </span>
        {[undefined, ...profileRows].map((rows) => (
          <StateLink key={rows ?? 0} to={to} change={{ profile: rows }} isCurrent={state.profile === rows}>
            {rows ? fill(words.profileRows, { rows }) : words.profileNone}
          </StateLink>
        ))}
      </section>
      {isFull ? (
        <p className="chart-note">{words.enoughIndicators}</p>
      ) : (
        indicatorGroups.map((group) => (
          <section key={group} aria-label={words.catalog.groups[group]}>
            <p className="chart-indicator-group" aria-hidden="true">
              {words.catalog.groups[group]}
            </p>
            {indicatorIds
              .filter((id) => catalog[id].group === group)
              .map((id) => (
                <IndicatorForm key={id} id={id} to={to} words={words} />
              ))}
          </section>
        ))
      )}
    </Menu>
  )
}

interface RemovalLinkProps {
  acts: IndicatorActs
  choice: ChartIndicator
  words: ChartWords
}

function RemovalLink({ acts: { removal, remove }, choice, words }: RemovalLinkProps) {
  return (
    <a
      href={removal(choice)}
      aria-label={fill(words.removeIndicator, { name: indicatorName(choice, words) })}
      onClick={(event) => remove(event, choice)}
    >
      {indicatorName(choice, words)} <span aria-hidden="true">×</span>
    </a>
  )
}
