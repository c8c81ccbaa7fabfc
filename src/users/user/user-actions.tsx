import type { ReactNode } from 'react'
import type { UserRow } from '../../auth/queries.ts'
import { isBanned } from '../../auth/user.ts'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { writeMoment } from '../../i18n/moscow-time.ts'
import { href, paths } from '../../paths.ts'
import { BanFields, RoleField } from '../decision-fields.tsx'
import type { DecisionDraft } from '../decision-form.ts'

export interface UserActionsProps {
  user: UserRow
  /** ID of the newest audit entry about the user */
  seen: number
  draft: DecisionDraft
  now: number
  children?: ReactNode
}

/** Shows the actions on a user. Each action has its own form and works without JavaScript. */
export function UserActions({ user, seen, draft, now, children }: UserActionsProps) {
  const { locale, t } = useLocale()
  const { id } = user
  const to = (path: string) => localised(locale, path)
  const isOut = isBanned(user, now)
  const ban = { reason: user.banReason ?? '', until: writeMoment(user.banUntil) }
  const decided = (
    <>
      <input type="hidden" name="version" value={user.version} />
      <input type="hidden" name="seen" value={seen} />
    </>
  )
  return (
    <div className="user-acts">
      <form method="post" action={to(href(paths.adminUserRole, { id }))}>
        <h3>{t('users.user.roleHead')}</h3>
        {decided}
        <RoleField value={draft.role ?? user.role} hint={t('users.user.roleHint')} />
        <button type="submit" className="button button-quiet">
          {t('users.user.roleChange')}
        </button>
      </form>
      <form method="post" action={to(href(paths.adminUserPasswordLink, { id }))}>
        <h3>{t('users.user.passwordHead')}</h3>
        <p className="field-hint">{t('users.user.resetHint')}</p>
        <button type="submit" className="button button-quiet">
          {t(user.passwordHash === null ? 'users.user.inviteLink' : 'users.user.resetLink')}
        </button>
      </form>
      {children}
      {user.role !== 'admin' && !isOut && <Impersonation id={id} />}
      {isOut && (
        <form method="post" action={to(href(paths.adminUserBanRemoval, { id }))}>
          <h3>{t('users.user.unbanHead')}</h3>
          {decided}
          <button type="submit" className="button button-quiet">
            {t('users.user.unban')}
          </button>
        </form>
      )}
      <form method="post" action={to(href(paths.adminUserBan, { id }))}>
        <h3>{t('users.user.banHead')}</h3>
        {decided}
        <BanFields draft={{ ...(isOut ? ban : {}), ...draft }} />
        <div className="form-buttons">
          <button type="submit" className="button button-danger">
            {t(isOut ? 'users.user.banChange' : 'users.user.ban')}
          </button>
        </div>
      </form>
    </div>
  )
}

function Impersonation({ id }: { id: string }) {
  const { locale, t } = useLocale()
  return (
    <form method="post" action={localised(locale, href(paths.adminUserImpersonation, { id }))}>
      <h3>{t('users.user.impersonateHead')}</h3>
      <p className="field-hint">{t('users.user.impersonateHint')}</p>
      <button type="submit" className="button button-quiet">
        {t('users.user.impersonate')}
      </button>
    </form>
  )
}
