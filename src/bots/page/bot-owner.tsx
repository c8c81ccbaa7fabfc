import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { Panel } from '../../ui/panels/panel.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { isAlive } from '../bot-figures.ts'
import type { BotRow } from '../running/runner-queries.ts'

interface BotOwnerProps {
  row: BotRow
  /** Base URL of the site, without a trailing slash */
  siteUrl: string
}

/** Sections only for the owner: the share link, and deletion. */
export function BotOwner({ row, siteUrl }: BotOwnerProps) {
  return (
    <div className="bot-columns">
      <Sharing row={row} siteUrl={siteUrl} />
      <Removal row={row} />
    </div>
  )
}

function Sharing({ row: { id, shareKey }, siteUrl }: BotOwnerProps) {
  const { locale, t } = useLocale()
  const address = shareKey !== null && siteUrl + localised(locale, href(paths.sharedBot, { key: shareKey }))
  return (
    <Panel id="sharing" title={t('botPage.sharing')} text={t('botPage.sharingText')}>
      {address && (
        <label className="bot-share">
          {t('botPage.shareLink')}
          <input type="text" readOnly value={address} />
        </label>
      )}
      <form method="post" action={localised(locale, href(paths.botSharing, { id }))} className="bot-controls">
        <SubmitButton kind="quiet" name="share" value="make" icon="i-lucide-link">
          {t(address ? 'botPage.shareNew' : 'botPage.shareMake')}
        </SubmitButton>
        {address && (
          <SubmitButton kind="quiet" name="share" value="revoke" icon="i-lucide-unlink">
            {t('botPage.shareRevoke')}
          </SubmitButton>
        )}
      </form>
    </Panel>
  )
}

function Removal({ row }: Pick<BotOwnerProps, 'row'>) {
  const { locale, t } = useLocale()
  return (
    <Panel id="removal" title={t('botPage.removal')} text={t('botPage.removalText')}>
      {isAlive(row) ? (
        <p className="panel-text">{t('botPage.removalRuns')}</p>
      ) : (
        <Confirm className="bot-confirm" label={`${t('botPage.removal')}…`}>
          <form method="post" action={localised(locale, href(paths.botRemoval, { id: row.id }))}>
            <SubmitButton kind="danger" icon="i-lucide-trash-2">
              {t('botPage.removalSure')}
            </SubmitButton>
          </form>
        </Confirm>
      )}
    </Panel>
  )
}
