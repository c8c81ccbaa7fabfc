import { useLocale } from '../i18n/context.tsx'
import { paths } from '../paths.ts'
import { useFrame } from './frame.tsx'
import { Icon } from './icon.tsx'

export function ImpersonationBar() {
  const { viewer } = useFrame()
  const { t } = useLocale()
  if (!viewer?.isImpersonated) return null
  return (
    <form className="impersonation-bar" method="post" action={paths.impersonationEnd}>
      <Icon name="i-lucide-triangle-alert" />
      <p>{t('account.impersonated', { name: viewer.name })}</p>
      <button type="submit">{t('account.impersonationEnd')}</button>
    </form>
  )
}
