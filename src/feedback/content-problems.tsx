import type { Problem } from '../content/ingest/problem.ts'
import { type KindOfProblems, kindsOf } from '../content/ingest/problem-report.ts'
import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'

/** Max examples per kind in the overview */
const maxExamples = 5
/** Max problems per page of one kind */
const maxShown = 200

export interface ProblemSelection {
  /** `id` of a kind */
  kind: string
  /** Index of the first one shown, from 0 */
  from: number
}

export interface ContentProblemsProps {
  problems: readonly Problem[]
  asked: ProblemSelection | undefined
}

/** Shows each kind with some examples, or one kind completely, some hundreds at a time. */
export function ContentProblems({ problems, asked }: ContentProblemsProps) {
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
