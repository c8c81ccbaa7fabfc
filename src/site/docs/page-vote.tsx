import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'

/** Id of the thanks below a page; the URL has it as fragment after a vote */
export const votedId = 'kurs--voted'

export interface PageVoteProps {
  path: string
}

/** A plain form; the thanks are shown by `:target` only. So the page is the same for everybody and needs no script. */
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
