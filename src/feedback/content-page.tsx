import type { ReactNode } from 'react'
import type { Problem } from '../content/ingest/problem.ts'
import { scrollRegion } from '../content/render/scroll-region.ts'
import { useLocale } from '../i18n/context.tsx'
import { languageNames, localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { AdminLayout } from '../ui/layouts/admin.tsx'
import { Moment } from '../users/moment.tsx'
import { ContentProblems, type ProblemSelection } from './content-problems.tsx'
import type { MissedQuery, PageVotes } from './queries.ts'

export interface ContentPageProps {
  problems: readonly Problem[]
  asked: ProblemSelection | undefined
  votes: readonly PageVotes[]
  queries: readonly MissedQuery[]
}

/** Report for authors: problems found by the last ingest, readers' votes on pages, and searches without results. */
export function ContentPage({ problems, asked, votes, queries }: ContentPageProps) {
  const { t } = useLocale()
  return (
    <AdminLayout>
      <header className="admin-head">
        <h1>{t('feedback.title')}</h1>
      </header>
      <p className="faint">{t('feedback.description')}</p>
      <Part title={t('feedback.problems')} nothing={t('feedback.noProblems')} isEmpty={problems.length === 0}>
        <ContentProblems problems={problems} asked={asked} />
      </Part>
      <Part title={t('feedback.votes')} nothing={t('feedback.noVotes')} isEmpty={votes.length === 0}>
        <Votes votes={votes} />
      </Part>
      <Part title={t('feedback.queries')} nothing={t('feedback.noQueries')} isEmpty={queries.length === 0}>
        <Queries queries={queries} />
      </Part>
    </AdminLayout>
  )
}

interface PartProps {
  title: string
  nothing: string
  isEmpty: boolean
  children: ReactNode
}

function Part({ title, nothing, isEmpty, children }: PartProps) {
  return (
    <section className="content-report">
      <h2>{title}</h2>
      {isEmpty ? <EmptyState icon="i-lucide-circle-check" title={nothing} isSmall /> : children}
    </section>
  )
}

function Votes({ votes }: Pick<ContentPageProps, 'votes'>) {
  const { t } = useLocale()
  return (
    <div className="content-scroll" {...scrollRegion(t('feedback.votes'))}>
      <table className="content-table">
        <thead>
          <tr>
            <th scope="col">{t('feedback.page')}</th>
            <th scope="col">{t('feedback.unhelpful')}</th>
            <th scope="col">{t('feedback.helpful')}</th>
            <th scope="col">{t('feedback.last')}</th>
          </tr>
        </thead>
        <tbody>
          {votes.map(({ path, helpful, unhelpful, lastAt }) => (
            <tr key={path}>
              <td>
                <a href={path}>{path}</a>
              </td>
              <td>{unhelpful}</td>
              <td>{helpful}</td>
              <td>
                <Moment at={lastAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Queries({ queries }: Pick<ContentPageProps, 'queries'>) {
  const { t } = useLocale()
  return (
    <div className="content-scroll" {...scrollRegion(t('feedback.queries'))}>
      <table className="content-table">
        <thead>
          <tr>
            <th scope="col">{t('feedback.query')}</th>
            <th scope="col">{t('feedback.language')}</th>
            <th scope="col">{t('feedback.times')}</th>
            <th scope="col">{t('feedback.last')}</th>
          </tr>
        </thead>
        <tbody>
          {queries.map(({ locale, query, times, lastAt }) => (
            <tr key={`${locale} ${query}`}>
              <td>
                <a href={`${localised(locale, paths.search)}?q=${encodeURIComponent(query)}`}>{query}</a>
              </td>
              <td>{languageNames[locale]}</td>
              <td>{times}</td>
              <td>
                <Moment at={lastAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
