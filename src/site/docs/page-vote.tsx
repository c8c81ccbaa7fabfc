import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'

export interface PageVoteProps {
  /** Address of the page */
  path: string
}

/** A plain form: the page is the same for everybody, and nobody is known by it. */
export function PageVote({ path }: PageVoteProps) {
  const { locale, t } = useLocale()
  const action = localised(locale, paths.pageVote)
  return (
    <form className="page-vote" method="post" action={action} hx-post={action} hx-target="this" hx-swap="outerHTML">
      <input type="hidden" name="page" value={path} />
      <fieldset>
        <legend>{t('feedback.question')}</legend>
        <button type="submit" className="chip" name="helpful" value="yes">
          <Icon name="i-lucide-thumbs-up" />
          {t('feedback.yes')}
        </button>
        <button type="submit" className="chip" name="helpful" value="no">
          <Icon name="i-lucide-thumbs-down" />
          {t('feedback.no')}
        </button>
      </fieldset>
    </form>
  )
}

/** In place of the form */
export function VoteThanks() {
  const { t } = useLocale()
  return (
    <p className="page-vote" role="status">
      {t('feedback.thanks')}
    </p>
  )
}
