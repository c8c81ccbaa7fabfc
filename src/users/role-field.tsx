import type { Role } from '../auth/user.ts'
import { useLocale } from '../i18n/context.tsx'
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
