import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { ChartWords } from '../words.ts'
import { fill } from '../words.ts'
import type { Pane } from './pane.ts'
import type { ShownProfile } from './profile.ts'

export interface ProfileLegendProps {
  pane: Pane
  rows: number
  price(value: number): string
  words: ChartWords
}

/** Draws the volume profile of a chart, and tells its point of control and its value area. */
export function ProfileLegend({ pane, rows, price, words }: ProfileLegendProps) {
  useSignals()
  const [shown, setShown] = useState<ShownProfile>()
  useEffect(() => {
    let made: ShownProfile | undefined
    let isGone = false
    import('../later.ts').then(({ showProfile }) => {
      if (isGone) return
      made = showProfile(pane.view, rows)
      setShown(made)
    }, reportError)
    return () => {
      isGone = true
      setShown(undefined)
      made?.dispose()
    }
  }, [pane, rows])
  const profile = shown?.profile.value
  const at = (index: number) => profile?.rows[index] ?? { low: 0, high: 0 }
  return (
    <p className="profile-legend">
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
