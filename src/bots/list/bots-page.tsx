import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/banners/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListKeys } from '../../ui/list/list-keys.tsx'
import { ListSearch } from '../../ui/list/list-search.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { FlashToast } from '../../ui/toasts/flash-toast.tsx'
import { isAlive } from '../bot-figures.ts'
import { BotsLayout } from '../bots-layout.tsx'
import { BotsList, type BotsListProps } from './bots-list.tsx'
import { CompareBar } from './compare-bar.tsx'
import { botsPlace, maxSearch } from './list-query.ts'
import { Portfolio } from './portfolio.tsx'

export interface BotsPageProps extends BotsListProps {
  flash?: string | undefined
}

export function BotsPage({ flash, ...region }: BotsPageProps) {
  const { locale, t } = useLocale()
  const isAnyAlive = region.lines.some((line) => line.isOwn && isAlive(line))
  const acts = (
    <>
      {isAnyAlive && <StopAll />}
      <Button href={localised(locale, paths.newBot)} icon="i-lucide-plus">
        {t('botList.create')}
      </Button>
    </>
  )
  return (
    <BotsLayout title={t('bots.title')} acts={region.isMember ? acts : undefined}>
      <FlashToast>{flash}</FlashToast>
      {!region.isMember && <Invitation />}
      <ListSearch
        of={botsPlace}
        search={region.list.search}
        maxLength={maxSearch}
        delayMs={150}
        words={{
          label: 'botList.search',
          placeholder: 'botList.searchPlaceholder',
          submit: 'botList.find',
          failed: 'botList.failed',
        }}
      >
        <ListKeys
          of={botsPlace}
          actKey="x"
          words={{
            title: 'botList.keys',
            move: 'botList.keysMove',
            act: 'botList.keysCompare',
            open: 'botList.keysOpen',
            search: 'botList.keysSearch',
            help: 'botList.keysHelp',
          }}
        />
      </ListSearch>
      <BotsList {...region} />
      {region.lines.length > 1 && <CompareBar />}
      <Portfolio lines={region.lines.filter(({ isOwn }) => isOwn)} />
    </BotsLayout>
  )
}

function Invitation() {
  const { locale, t } = useLocale()
  const next = `?next=${encodeURIComponent(localised(locale, paths.newBot))}`
  return (
    <Banner id="bots-invitation" className="bots-invitation" label={t('botList.invitation')}>
      <h2>{t('botList.invitation')}</h2>
      <p>{t('botList.invitationText')}</p>
      <p className="bots-invitation-acts">
        <Button href={localised(locale, paths.register)}>{t('botList.register')}</Button>
        <Button href={localised(locale, paths.login) + next} kind="quiet">
          {t('botList.signIn')}
        </Button>
      </p>
    </Banner>
  )
}

/** Button with a confirmation, which works without a script too. */
function StopAll() {
  const { locale, t } = useLocale()
  return (
    <Confirm
      className="bots-stop"
      label={
        <>
          <Icon name="i-lucide-octagon-x" />
          {t('botList.stopAll')}
        </>
      }
    >
      <form method="post" action={localised(locale, paths.botsStop)}>
        <p>{t('botList.stopAllText')}</p>
        <SubmitButton kind="danger" icon="i-lucide-octagon-x">
          {t('botList.stopAllSure')}
        </SubmitButton>
      </form>
    </Confirm>
  )
}
