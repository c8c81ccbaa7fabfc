import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import { formatPrice } from '../../market/price-format.ts'
import { paneCount } from '../canvas/chart-look.ts'
import type { ChartAsset } from '../chart-props.ts'
import type { ChartState } from '../chart-state.ts'
import { type ChartWords, fill } from '../words.ts'
import type { Pane } from './pane.ts'
import { type ShownProfile, showProfile } from './profile.ts'

export interface ProfileLegendProps {
  pane: Pane
  state: Pick<ChartState, 'profile' | 'indicators'>
  asset: ChartAsset
  locale: Locale
  words: ChartWords
}

/** Draws the volume profile of a chart, and tells its point of control and its value area. */
export function ProfileLegend({ pane, state, asset, locale, words }: ProfileLegendProps) {
  useSignals()
  const { profile: rows = 0 } = state
  const [shown, setShown] = useState<ShownProfile>()
  useEffect(() => {
    const made = showProfile(pane.view, rows)
    setShown(made)
    return () => {
      setShown(undefined)
      made.dispose()
    }
  }, [pane, rows])
  const profile = shown?.profile.value
  const price = (value: number) => formatPrice(locale, value, asset.priceDigits)
  const at = (index: number) => profile?.rows[index] ?? { low: 0, high: 0 }
  return (
    <p className="profile-legend" data-panes={paneCount(state.indicators) || undefined}>
      <b>{words.profile}</b>{' '}
      {profile &&
        fill(words.profileNumbers, {
          control: price((at(profile.control).low + at(profile.control).high) / 2),
          low: price(at(profile.area.from).low),
          high: price(at(profile.area.to).high),
        })}
    </p>
  )
}
