import type { ReactNode } from 'react'
import type { ArticleSummary } from '../content/views.ts'
import { BareLayout } from '../ui/layouts/bare.tsx'
import { HomeClosing } from './home-closing.tsx'
import { HomeHero } from './home-hero.tsx'
import { HomeLatest } from './home-latest.tsx'
import { HomePrinciples } from './home-principles.tsx'
import { HomeReaders } from './home-readers.tsx'
import { HomeRoad } from './home-road.tsx'
import { HomeScreens } from './home-screens.tsx'

export interface HomePageProps {
  /** The newest articles, newest first. */
  latest: ArticleSummary[]
  /** Prices of the market; nothing while none are known */
  strip?: ReactNode
}

/** The landing page: what Kurs promises, to whom, how it can be checked, and where to begin. */
export function HomePage({ latest, strip }: HomePageProps) {
  return (
    <BareLayout>
      <HomeHero />
      {strip}
      <HomeScreens />
      <HomeReaders />
      <HomePrinciples />
      <HomeRoad />
      {latest.length > 0 && <HomeLatest articles={latest} />}
      <HomeClosing />
    </BareLayout>
  )
}
