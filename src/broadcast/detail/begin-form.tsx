import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { writeMoment } from '../../i18n/moscow-time.ts'
import { href, paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { sizeToConfirm } from '../acts/running.ts'
import type { ContentProblem } from '../content.ts'
import { formatDuration } from '../duration.ts'
import { letterOf } from '../variants.ts'
import type { ActsView } from './detail-view.ts'

type TypedField = 'confirmed' | 'at'

/** Input of the start form as submitted, with its error, if any */
export interface BeginFormValues extends Record<TypedField, string> {
  error?: { field: TypedField; text: string } | undefined
}

/** Form that starts a broadcast now, or at a time in Moscow. */
export function BeginForm({ view, typed }: { view: ActsView; typed: BeginFormValues | undefined }) {
  const { locale, t } = useLocale()
  const { row, size, nobody, durationMs, problems, isConnected } = view
  if (problems.length > 0) return <ProblemList problems={problems} title={t('broadcast.notReady')} />
  if (nobody) return <Notice kind="warning">{t(nobody)}</Notice>
  return (
    <form
      className="broadcast-begin"
      data-typed={typed ? '' : undefined}
      method="post"
      action={localised(locale, href(paths.broadcastSending, { id: row.id }))}
    >
      <input type="hidden" name="revision" value={row.revision} />
      <p>
        {t('broadcast.recipients', { count: size, shown: formatNumber(locale, size) })} ·{' '}
        {t('broadcast.takes', { duration: formatDuration(locale, durationMs) })}
        {row.isPaid && ` · ${t('broadcast.cost', { stars: formatNumber(locale, Math.ceil(size / 10)) })}`}
      </p>
      {!isConnected && <p className="field-hint">{t('broadcast.startsOnceConnected')}</p>}
      {size > sizeToConfirm && <Confirmed name={row.name} typed={typed} size={size} />}
      <div className="broadcast-acts">
        <SubmitButton icon="i-lucide-send" name="act" value="start">
          {t('broadcast.acts.start')}
        </SubmitButton>
      </div>
      {row.state !== 'scheduled' && <Schedule typed={typed} at={row.scheduledAt} />}
    </form>
  )
}

function Confirmed({ name, typed, size }: { name: string; typed: BeginFormValues | undefined; size: number }) {
  const { locale, t } = useLocale()
  const error = errorOf(typed, 'confirmed')
  return (
    <div className="field">
      <label htmlFor="confirmed-field">
        {t('broadcast.confirm', { name, count: size, shown: formatNumber(locale, size) })}
      </label>
      <input
        id="confirmed-field"
        type="text"
        name="confirmed"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        defaultValue={typed?.confirmed ?? ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'confirmed-error' : undefined}
      />
      <FieldError id="confirmed-error" text={error} />
    </div>
  )
}

function Schedule({ typed, at }: { typed: BeginFormValues | undefined; at: number | null }) {
  const { t } = useLocale()
  const error = errorOf(typed, 'at')
  return (
    <div className="field">
      <label htmlFor="at-field">{t('broadcast.at')}</label>
      <div className="broadcast-acts">
        <input
          id="at-field"
          type="datetime-local"
          name="at"
          defaultValue={typed?.at ?? writeMoment(at)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'at-error at-hint' : 'at-hint'}
        />
        <SubmitButton kind="quiet" icon="i-lucide-calendar-clock" name="act" value="schedule">
          {t('broadcast.acts.schedule')}
        </SubmitButton>
      </div>
      <FieldError id="at-error" text={error} />
      <p className="field-hint" id="at-hint">
        {t('broadcast.atHint')}
      </p>
    </div>
  )
}

function errorOf(typed: BeginFormValues | undefined, field: TypedField): string | undefined {
  return typed?.error?.field === field ? typed.error.text : undefined
}

/** List of problems that Telegram would report, in our words and in Telegram's. */
function ProblemList({ problems, title }: { problems: ContentProblem[]; title: string }) {
  const { t } = useLocale()
  return (
    <div className="notice notice-error" role="alert">
      <Icon name="i-lucide-circle-alert" />
      <div>
        <p>{title}</p>
        <ul>
          {problems.map(({ field, key, params, telegram }) => (
            <li key={`${field} ${key}`}>
              {variantIn(field)}
              {t(key, params)}
              {telegram && (
                <>
                  {' '}
                  <q lang="en">{telegram}</q>
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Returns the letter of a variant before a problem: `B: ` for the field `variants.0.text.ru` */
function variantIn(field: string): string {
  const [, index] = /^variants\.(\d)\./.exec(field) ?? []
  return index === undefined ? '' : `${letterOf(Number(index) + 1)}: `
}
