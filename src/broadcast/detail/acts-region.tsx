import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import { FormKey } from '../../pages/form-key.tsx'
import { href, paths } from '../../paths.ts'
import { Button, SubmitButton, type SubmitButtonProps } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { type BroadcastAct, type BroadcastRow, waitsForApproval } from '../broadcast.ts'
import { NoSender } from '../sender-notices.tsx'
import { StateBadge } from '../state-marks.tsx'
import { WinnerForms } from '../variants/ab-test-region.tsx'
import { BeginForm, type BeginFormValues } from './begin-form.tsx'
import type { ActsView } from './detail-view.ts'

/** Acts that require step-up authentication: they permit sending, send, or settle what was sent */
const sendingActs: readonly BroadcastAct[] = ['approve', 'retry', 'assume', 'resend', 'reactivate', 'deleteSent']

interface Offer {
  act: Exclude<BroadcastAct, 'winner'>
  icon: string
  kind?: SubmitButtonProps['kind']
  /** Question to confirm before the act is done */
  sure?: MessageKey
}

const offers: readonly Offer[] = [
  { act: 'approve', icon: 'i-lucide-check' },
  { act: 'pause', icon: 'i-lucide-pause' },
  { act: 'resume', icon: 'i-lucide-play', kind: 'primary' },
  { act: 'unschedule', icon: 'i-lucide-calendar-x' },
  { act: 'cancel', icon: 'i-lucide-octagon-x', kind: 'danger', sure: 'broadcast.sure.cancel' },
  { act: 'retry', icon: 'i-lucide-rotate-ccw', sure: 'broadcast.sure.retry' },
  { act: 'assume', icon: 'i-lucide-check-check', sure: 'broadcast.sure.assume' },
  { act: 'resend', icon: 'i-lucide-send', sure: 'broadcast.sure.resend' },
  { act: 'reactivate', icon: 'i-lucide-user-check', sure: 'broadcast.sure.reactivate' },
  { act: 'deleteSent', icon: 'i-lucide-trash-2', kind: 'danger', sure: 'broadcast.sure.deleteSent' },
  { act: 'remove', icon: 'i-lucide-trash-2', kind: 'danger', sure: 'broadcast.sure.remove' },
]

/** Identifies the version that the page shows: acts are offered only beside the message that they concern. */
export function versionOf({ revision, startedAt }: Pick<BroadcastRow, 'revision' | 'startedAt'>): string {
  return `${revision}${startedAt === null ? '' : '.begun'}`
}

/** Region of the acts that are possible now, as forms that work without JavaScript. */
export function ActsRegion({ view, typed }: { view: ActsView; typed?: BeginFormValues | undefined }) {
  const { locale, t } = useLocale()
  const { row, acts, isOwn } = view
  const { id } = row
  const address = `${localised(locale, href(paths.broadcast, { id }))}?part=acts&seen=${versionOf(row)}`
  const shown = offers.filter(({ act }) => acts.includes(act) && !(act === 'approve' && (isOwn || !row.needsApproval)))
  return (
    <section
      id="broadcast-acts"
      data-confirms
      className="panel"
      aria-labelledby="acts-title"
      data-state={row.state}
      data-events={localised(locale, href(paths.broadcastProgress, { id }))}
      hx-get={address}
      hx-trigger="broadcast-refresh"
      hx-target="this"
      hx-swap="outerMorph"
    >
      <h2 id="acts-title">
        {t('broadcast.state')}: <StateBadge state={row.state} />
      </h2>
      {view.isUnattended && <NoSender />}
      <Begin view={view} typed={typed} />
      <div className="broadcast-acts">
        {acts.includes('edit') && (
          <PageLink to={paths.broadcastEdit} id={id} icon="i-lucide-pencil" label="broadcast.acts.edit" />
        )}
        {acts.includes('editSent') && (
          <PageLink to={paths.broadcastSent} id={id} icon="i-lucide-pencil" label="broadcast.acts.editSent" />
        )}
        {acts.includes('winner') && <WinnerForms id={id} revision={row.revision} variants={view.variants} />}
        {shown.map((offer) => (
          <Act key={offer.act} id={id} revision={row.revision} offer={offer} />
        ))}
        <form method="post" action={localised(locale, href(paths.broadcastCopy, { id }))}>
          <FormKey />
          <SubmitButton kind="quiet" icon="i-lucide-copy">
            {t('broadcast.acts.clone')}
          </SubmitButton>
        </form>
      </div>
    </section>
  )
}

function Begin({ view, typed }: { view: ActsView; typed: BeginFormValues | undefined }) {
  const { t } = useLocale()
  const { row, acts, isOwn } = view
  if (acts.includes('start')) return <BeginForm view={view} typed={typed} />
  const isWaiting = waitsForApproval(row) && ['draft', 'approved', 'paused'].includes(row.state)
  return isWaiting && <p className="field-hint">{t(isOwn ? 'broadcast.waitsForOther' : 'broadcast.waitsForYou')}</p>
}

function PageLink({ to, id, icon, label }: { to: string; id: string; icon: string; label: MessageKey }) {
  const { locale, t } = useLocale()
  return (
    <Button href={localised(locale, to.replace(':id', id))} kind="quiet" icon={icon}>
      {t(label)}
    </Button>
  )
}

function Act({ id, revision, offer }: { id: string; revision: number; offer: Offer }) {
  const { locale, t } = useLocale()
  const { act, icon, kind = 'quiet', sure } = offer
  const path = sendingActs.includes(act) ? paths.broadcastSending : paths.broadcastAct
  const label = t(`broadcast.acts.${act}`)
  const form = (children: ReactNode) => (
    <form method="post" action={localised(locale, href(path, { id }))}>
      <input type="hidden" name="revision" value={revision} />
      {children}
      <SubmitButton kind={kind} icon={icon} name="act" value={act}>
        {label}
      </SubmitButton>
    </form>
  )
  if (!sure) return form(null)
  return (
    <Confirm className="broadcast-sure" label={`${label}…`}>
      {form(<p>{t(sure)}</p>)}
    </Confirm>
  )
}
