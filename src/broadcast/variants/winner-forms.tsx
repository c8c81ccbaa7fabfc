import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { letterOf } from '../variants.ts'

/** Forms that send one of the variants to the other recipients, with a confirmation and step-up authentication. */
export function WinnerForms({ id, revision, variants }: { id: string; revision: number; variants: number }) {
  const { locale, t } = useLocale()
  return Array.from({ length: variants }, (_, variant) => {
    const label = t('broadcast.variants.choose', { letter: letterOf(variant) })
    return (
      <Confirm key={label} className="broadcast-sure" label={`${label}…`}>
        <form method="post" action={localised(locale, href(paths.broadcastSending, { id }))}>
          <input type="hidden" name="revision" value={revision} />
          <input type="hidden" name="variant" value={variant} />
          <p>{t('broadcast.variants.sure')}</p>
          <SubmitButton kind="primary" icon="i-lucide-send" name="act" value="winner">
            {label}
          </SubmitButton>
        </form>
      </Confirm>
    )
  })
}
