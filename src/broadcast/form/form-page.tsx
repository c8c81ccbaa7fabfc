import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { FormKey } from '../../pages/form-key.tsx'
import { href, paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { AdminLayout } from '../../ui/layouts/app.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type BroadcastRow, maxName } from '../broadcast.ts'
import { MessageFields, type MessageFieldsProps } from '../editor/message-fields.tsx'
import { abTestHours, abTestPercents } from '../variant-limits.ts'
import { AudienceFields, type AudienceFieldsProps } from './audience-fields.tsx'
import { Choice, FormControl, FormHead, type FormState, Switch } from './form-parts.tsx'

export interface FormPageProps extends AudienceFieldsProps {
  title: string
  /** Path that the form is sent to, without the locale prefix */
  path: string
  /** Revision that the form shows; none for a new broadcast */
  revision?: number | undefined
  message: MessageFieldsProps
  isHeld: boolean
  hasVariants: boolean
  problem?: string | undefined
}

/** Page with the form of a broadcast. Enter in a field saves the broadcast. */
export function FormPage(props: FormPageProps) {
  const { title, path, revision, message, hasVariants, isHeld, problem, ...fields } = props
  const { locale, t } = useLocale()
  const { values, errors } = fields
  return (
    <AdminLayout>
      <FormHead
        crumbs={[{ title: t('broadcast.title'), path: localised(locale, paths.broadcasts) }]}
        title={title}
        problem={problem}
      />
      <form className="broadcast-form" method="post" action={localised(locale, path)}>
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
          {t('broadcast.form.save')}
        </button>
        {revision === undefined ? <FormKey /> : <input type="hidden" name="revision" value={revision} />}
        <FormControl
          values={values}
          errors={errors}
          name="name"
          label={t('broadcast.form.name')}
          hint={`${t('broadcast.form.nameHint')} ${t('ui.upTo', { max: maxName })}`}
        >
          {(control) => <input {...control} type="text" maxLength={maxName} autoComplete="off" />}
        </FormControl>
        <fieldset className="panel broadcast-message-fields">
          <legend>{t('broadcast.form.message')}</legend>
          <MessageFields {...message} />
        </fieldset>
        <AbTestFields isOpen={hasVariants} values={values} errors={errors} />
        <div className="broadcast-form-columns">
          <AudienceFields {...fields} />
          <DeliveryFields values={values} errors={errors} isHeld={isHeld} />
        </div>
        <div className="broadcast-acts">
          <SubmitButton icon="i-lucide-save">{t('broadcast.form.save')}</SubmitButton>
        </div>
      </form>
    </AdminLayout>
  )
}

interface DeliveryFieldsProps extends FormState {
  /** Whether approval is already required, which cannot be undone */
  isHeld: boolean
}

function DeliveryFields({ isHeld, ...filled }: DeliveryFieldsProps) {
  const { t } = useLocale()
  return (
    <fieldset className="panel broadcast-fields">
      <legend>{t('broadcast.form.delivery')}</legend>
      <Choice
        {...filled}
        name="onUnknown"
        label={t('broadcast.form.onUnknown')}
        hint={t('broadcast.form.onUnknownHint')}
        options={[
          ['hold', t('broadcast.form.onUnknowns.hold')],
          ['resend', t('broadcast.form.onUnknowns.resend')],
        ]}
      />
      <div className="broadcast-quiet">
        <FormControl
          {...filled}
          name="quietFrom"
          label={t('broadcast.form.quietFrom')}
          hint={t('broadcast.form.quietHint')}
        >
          {(control) => <input {...control} type="time" />}
        </FormControl>
        <FormControl {...filled} name="quietTo" label={t('broadcast.form.quietTo')}>
          {(control) => <input {...control} type="time" />}
        </FormControl>
      </div>
      <Switch {...filled} name="isPaid" label={t('broadcast.form.paid')} hint={t('broadcast.form.paidHint')} />
      <Switch
        {...filled}
        name="needsApproval"
        label={t('broadcast.form.needsApproval')}
        hint={t('broadcast.form.needsApprovalHint')}
        isFixed={isHeld}
      />
    </fieldset>
  )
}

function AbTestFields({ isOpen, ...filled }: { isOpen: boolean } & FormState) {
  const { t } = useLocale()
  const number = { type: 'number', inputMode: 'numeric', step: 1 } as const
  return (
    <details className="panel broadcast-variants" open={isOpen || undefined}>
      <summary>
        <h2>{t('broadcast.variants.title')}</h2>
      </summary>
      <p className="field-hint">{t('broadcast.variants.hint')}</p>
      <div className="broadcast-quiet">
        <FormControl {...filled} name="trialPercent" label={t('broadcast.variants.percent')}>
          {({ defaultValue, ...control }) => (
            <input
              {...control}
              {...number}
              min={abTestPercents.least}
              max={abTestPercents.most}
              defaultValue={defaultValue || abTestPercents.usual}
            />
          )}
        </FormControl>
        <FormControl
          {...filled}
          name="trialHours"
          label={t('broadcast.variants.hours')}
          hint={t('broadcast.variants.hoursHint')}
        >
          {(control) => <input {...control} {...number} min={abTestHours.least} max={abTestHours.most} />}
        </FormControl>
      </div>
    </details>
  )
}

export interface SentPageProps {
  row: BroadcastRow
  message: MessageFieldsProps
  problem: string | undefined
}

export function SentPage({ row, message, problem }: SentPageProps) {
  const { id, name, revision } = row
  const { locale, t } = useLocale()
  const crumbs = [
    { title: t('broadcast.title'), path: localised(locale, paths.broadcasts) },
    { title: name, path: localised(locale, href(paths.broadcast, { id })) },
  ]
  return (
    <AdminLayout>
      <Breadcrumbs items={crumbs} />
      <header className="admin-head">
        <h1>{t('broadcast.form.sentTitle')}</h1>
      </header>
      {problem && (
        <Notice kind="error" isFocused>
          {problem}
        </Notice>
      )}
      <p>{t(row.needsApproval ? 'broadcast.form.sentHeldHint' : 'broadcast.form.sentHint')}</p>
      <form className="broadcast-form" method="post" action={localised(locale, href(paths.broadcastSent, { id }))}>
        <input type="hidden" name="revision" value={revision} />
        <MessageFields {...message} />
        <div className="broadcast-acts">
          <SubmitButton icon="i-lucide-save">{t('broadcast.form.save')}</SubmitButton>
        </div>
      </form>
    </AdminLayout>
  )
}
