import type { ReactNode } from 'react'
import type { Problem } from '../content/ingest/problem.ts'
import { type KindOfProblems, kindsOf } from '../content/ingest/problem-report.ts'
import { useLocale } from '../i18n/context.tsx'
import { languageNames, localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { AdminLayout } from '../ui/layouts/app.tsx'
import { scrollRegion } from '../ui/scroll-region.ts'
import { Moment } from '../users/moment.tsx'
import type { MissedQuery, PageVotes } from './queries.ts'

/** Max number of example problems per kind in the overview */
const maxExamples = 5
/** Max number of problems on a page that shows one kind */
const maxShown = 200

interface ProblemSelection {
  /** `id` of the kind of problems to show */
  kind: string
  /** Index of the first problem shown, from 0 */
  from: number
}

interface ContentProblemsProps {
  problems: readonly Problem[]
  asked: ProblemSelection | undefined
}

/** Shows each kind of problem with some examples, or one kind completely, some hundreds at a time. */
function ContentProblems({ problems, asked }: ContentProblemsProps) {
  const { t } = useLocale()
  const kinds = kindsOf(problems)
  const kind = asked && kinds.find(({ id }) => id === asked.kind)
  if (!asked || !kind) return kinds.map((each) => <Kind key={each.id} kind={each} from={0} count={maxExamples} />)
  const next = asked.from + maxShown
  return (
    <>
      <p>
        <a href="?">{t('feedback.allKinds')}</a>
      </p>
      <Kind kind={kind} from={asked.from} count={maxShown} />
      {next < kind.problems.length && (
        <p>
          <a href={`?kind=${kind.id}&from=${next}`}>
            {t('feedback.next', { count: Math.min(maxShown, kind.problems.length - next) })}
          </a>
        </p>
      )}
    </>
  )
}

interface KindProps {
  kind: KindOfProblems
  from: number
  count: number
}

function Kind({ kind: { id, severity, problems }, from, count }: KindProps) {
  const { t, locale } = useLocale()
  const [first] = problems
  const isCut = count === maxExamples && problems.length > count
  return (
    <section className="content-report">
      <h3>
        <span className={severity === 'error' ? 'badge badge-banned' : 'badge badge-note'}>
          {t(`feedback.${severity}`)}
        </span>{' '}
        {t('feedback.count', { count: problems.length })}
      </h3>
      <p className="faint" lang="en">
        {first?.hint}
      </p>
      <ol className="content-problems" start={from + 1}>
        {problems.slice(from, from + count).map(({ file, line, field, message }) => (
          <li key={`${file}:${line}:${field}:${message}`}>
            <code>{[file, line].filter((part) => part !== undefined).join(':')}</code>{' '}
            <span lang="en">{[field, message].filter((part) => part !== undefined).join(': ')}</span>
          </li>
        ))}
      </ol>
      {isCut && (
        <p>
          <a href={`${localised(locale, paths.adminContent)}?kind=${id}`}>
            {t('feedback.more', { count: problems.length - count })}
          </a>
        </p>
      )}
    </section>
  )
}

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
