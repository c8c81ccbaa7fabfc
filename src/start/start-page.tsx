import { AlertNews, AlertNewsList } from '../alerts/alert-news.tsx'
import type { CurrentUser } from '../auth/user.ts'
import type { ChartWords } from '../charts/words.ts'
import { useLocale } from '../i18n/context.tsx'
import { FeedBadge, FeedNotice } from '../live/feed-notice.tsx'
import { BareLayout } from '../ui/layouts/bare.tsx'
import { KeyHints } from './key-hints.tsx'
import { LatestArticles } from './latest-articles.tsx'
import { MoverLists } from './mover-lists.tsx'
import { Places } from './places.tsx'
import { QuickLinks } from './quick-links.tsx'
import { StartChart } from './start-chart.tsx'
import type { StartView } from './start-view.ts'
import { Watchlist } from './watchlist.tsx'

export interface StartPageProps {
  user: CurrentUser
  isAdmin: boolean
  view: StartView
  chartWords: ChartWords
}

export function StartPage({ user, isAdmin, view, chartWords }: StartPageProps) {
  const { t } = useLocale()
  return (
    <BareLayout>
      <div className="start">
        <header className="start-head">
          <h1>{t('account.appGreeting', { name: user.name })}</h1>
          <FeedBadge {...view.feed} />
          <FeedNotice state={view.feed.state} />
        </header>
        <div className="start-lead">
          <QuickLinks />
          <AlertNews>
            <AlertNewsList alerts={view.fired} instrument={view.instrument} />
          </AlertNews>
        </div>
        <div className="start-columns">
          <div className="start-column">
            <Watchlist assets={view.watched} hasFavourites={view.hasFavourites} market={view.feed.state} />
            {view.chart && <StartChart chart={view.chart} words={chartWords} market={view.feed.state} />}
          </div>
          <div className="start-column">
            <MoverLists movers={view.movers} />
            <LatestArticles articles={view.latest} />
            <KeyHints />
          </div>
        </div>
        <Places user={user} isAdmin={isAdmin} />
      </div>
    </BareLayout>
  )
}
