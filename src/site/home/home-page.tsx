import type { ReactNode } from 'react'
import type { ArticleSummary } from '../../content/views.ts'
import { BareLayout } from '../../ui/layouts/bare.tsx'
import type { HeroMarket } from './hero-market.ts'
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
  hero?: HeroMarket | undefined
  /** Market prices; undefined while none are known */
  strip?: ReactNode
}

export function HomePage({ latest, hero, strip }: HomePageProps) {
  return (
    <BareLayout hasPaper>
      <HomeHero market={hero} />
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
