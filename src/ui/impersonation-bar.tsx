import { useLocale } from '../i18n/context.tsx'
import { paths } from '../paths.ts'
import { useFrame } from './frame.tsx'
import { Icon } from './icon.tsx'

/**
 * Bar that is shown on personal pages while an administrator impersonates a user. Public pages have the bar as a
 * template in the user slot.
 */
export function ImpersonationBar() {
  const { viewer } = useFrame()
  return viewer?.isImpersonated ? <ImpersonationForm name={viewer.name} /> : null
}

export interface ImpersonationFormProps {
  name: string
}

export function ImpersonationForm({ name }: ImpersonationFormProps) {
  const { t } = useLocale()
  return (
    <form
      className="impersonation-bar"
      method="post"
      action={paths.impersonationEnd}
      aria-label={t('account.impersonated', { name })}
    >
      <Icon name="i-lucide-triangle-alert" />
      <p>{t('account.impersonated', { name })}</p>
      <button type="submit">{t('account.impersonationEnd')}</button>
    </form>
  )
}
