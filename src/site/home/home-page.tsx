import type { ReactNode } from 'react'
import type { ArticleSummary } from '../../content/views.ts'
import { BareLayout } from '../../ui/layouts/bare.tsx'
import { HomeClosing } from './home-closing.tsx'
import { HomeHero } from './home-hero.tsx'
import { HomeLatest } from './home-latest.tsx'
import { HomePrinciples } from './home-principles.tsx'
import { HomeReaders } from './home-readers.tsx'
import { HomeRoad } from './home-road.tsx'
import { HomeScreens } from './home-screens.tsx'

export interface HomePageProps {
  /** Newest first */
  latest: ArticleSummary[]
  /** Market prices; undefined while none are known */
  strip?: ReactNode
}

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
