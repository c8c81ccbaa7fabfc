import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { formatCoefficient } from '../../i18n/numbers.ts'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/banners/banner.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListKeys } from '../../ui/list/list-keys.tsx'
import { ListSearch } from '../../ui/list/list-search.tsx'
import { FlashToast } from '../../ui/toasts/toasts.tsx'
import { formatMoney, formatShare } from '../bot-numbers.ts'
import { BotsLayout, TableScroll } from '../bots-layout.tsx'
import { EquityChart } from '../drawing/equity-chart.tsx'
import { moneyDigits } from '../engine/money.ts'
import { drawdownOf, isAlive } from '../owner/bot-figures.ts'
import { alignedCurves, correlationsOf, sumOf } from './aligned.ts'
import { type BotLine, totalsOf } from './bot-line.ts'
import { CompareBar } from './bot-row.tsx'
import { BotsList, type BotsListProps } from './bots-list.tsx'
import { botsPlace, maxSearch } from './list-query.ts'

export interface PortfolioProps {
  /** The user's own bots */
  lines: readonly BotLine[]
}

/** Min hours of history: a shorter curve and its drawdown say nothing about the bots. */
const minPortfolioHours = 24

/**
 * Combines all the user's started bots as one account. Renders nothing for fewer than two bots, or with different quote
 * currencies.
 */
export function Portfolio({ lines }: PortfolioProps) {
  const { locale, t } = useLocale()
  const begun = lines.filter(({ history }) => history.marks.length > 0)
  const { quote, capital } = totalsOf(begun)
  if (begun.length < 2 || quote === undefined) return null
  const aligned = alignedCurves(begun)
  if (aligned.times.length <= minPortfolioHours) return <p className="bots-lead">{t('botList.portfolioEarly')}</p>
  const sum = sumOf(aligned)
  const deepest = drawdownOf(sum, capital)
  const inMoney = (money: number) => money / 10 ** moneyDigits
  const equity = sum.at(-1) ?? capital
  const words = {
    equity: `${formatMoney(locale, equity)} ${quote}`,
    profit: formatShare(locale, equity / capital - 1),
    drawdown: formatShare(locale, -deepest),
  }
  return (
    <section className="bots-curves" aria-labelledby="bots-portfolio">
      <h2 id="bots-portfolio">{t('botList.portfolio')}</h2>
      <p className="bots-lead">{t('botList.portfolioText', words)}</p>
      <EquityChart
        name={t('botList.portfolioChart', words)}
        times={aligned.times}
        curves={[{ label: t('botList.portfolioCurve'), look: 'main', values: sum.map(inMoney) }]}
        capital={inMoney(capital)}
      />
      <Correlations lines={begun} />
    </section>
  )
}

/** Max bots in the table of correlations, which would be too wide otherwise. */
const maxCorrelated = 12
function Correlations({ lines }: PortfolioProps) {
  const { locale, t } = useLocale()
  const shown = lines.slice(0, maxCorrelated)
  const coefficients = correlationsOf(shown)
  if (coefficients.flat().every((coefficient) => coefficient === undefined)) return null
  return (
    <>
      <h3>{t('botList.correlation')}</h3>
      <p className="bots-lead">{t('botList.correlationText')}</p>
      <TableScroll label={t('botList.correlation')}>
        <table className="bots-figures bots-correlations">
          <caption className="visually-hidden">{t('botList.correlation')}</caption>
          <thead>
            <tr>
              <td />
              {shown.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, name }, row) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                {shown.map((other, column) => {
                  const value = coefficients[row]?.[column]
                  return <td key={other.id}>{value === undefined ? '—' : formatCoefficient(locale, value)}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </>
  )
}

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
        <Button href={localised(locale, paths.register) + next}>{t('botList.register')}</Button>
        <Button href={localised(locale, paths.login) + next} kind="quiet">
          {t('botList.signIn')}
        </Button>
        <Button href={localised(locale, paths.tryStrategy)} kind="quiet" icon="i-lucide-history">
          {t('backtest.try.title')}
        </Button>
      </p>
    </Banner>
  )
}

/** Button that stops all bots after a confirmation, which works without a script too. */
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
