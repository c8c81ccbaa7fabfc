import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'

/** ID of the thanks below a page; after a vote, the URL has this ID as its fragment */
export const votedId = 'kurs--voted'

export interface PageVoteProps {
  path: string
}

/** Feedback form without a script. CSS shows the thanks by `:target` only, so the page is the same for all readers. */
export function PageVote({ path }: PageVoteProps) {
  const { locale, t } = useLocale()
  return (
    <>
      <form className="page-vote" method="post" action={localised(locale, paths.pageVote)}>
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
      <p className="page-voted" id={votedId}>
        {t('feedback.thanks')}
      </p>
    </>
  )
}
