import type { Role } from '../auth/user.ts'
import { useLocale } from '../i18n/context.tsx'
import type { DecisionDraft } from './decision-form.ts'
import { FormField } from './form-field.tsx'
import { roles } from './list/list-query.ts'

export interface RoleFieldProps {
  value: Role
  hint?: string
}

export function RoleField({ value, hint }: RoleFieldProps) {
  const { t } = useLocale()
  return (
    <FormField id="role-field" label={t('users.role')} hint={hint}>
      <select id="role-field" aria-describedby={hint && 'role-field-hint'} name="role" defaultValue={value}>
        {roles.map((role) => (
          <option key={role} value={role}>
            {t(`users.roles.${role}`)}
          </option>
        ))}
      </select>
    </FormField>
  )
}

export interface BanFieldsProps {
  draft: DecisionDraft
}

export function BanFields({ draft }: BanFieldsProps) {
  const { t } = useLocale()
  return (
    <>
      <FormField id="reason-field" label={t('users.user.reason')} hint={t('users.user.reasonHint')}>
        <textarea
          id="reason-field"
          aria-describedby="reason-field-hint"
          name="reason"
          required
          maxLength={500}
          rows={2}
          defaultValue={draft.reason}
        />
      </FormField>
      <FormField id="until-field" label={t('users.user.until')} hint={t('users.user.untilHint')}>
        <input
          id="until-field"
          aria-describedby="until-field-hint"
          type="datetime-local"
          name="until"
          defaultValue={draft.until}
        />
      </FormField>
    </>
  )
}
