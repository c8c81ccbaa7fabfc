import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { formatPercent } from '../../i18n/numbers.ts'
import { href, paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { scrollRegion } from '../../ui/scroll-region.ts'
import { Moment } from '../../users/moment.tsx'
import type { BroadcastRow } from '../broadcast.ts'
import { letterOf } from '../variants.ts'
import { type Comparison, compareVariants, minClicked, minSent, shareOf, type VariantCount } from './compare.ts'

export interface AbTestRegionProps {
  row: Pick<BroadcastRow, 'state' | 'winner' | 'winnerBy' | 'trialEndsAt' | 'trialMinutes'>
  counts: readonly VariantCount[]
  hasCountedButton: boolean
}

export function AbTestRegion({ row, counts, hasCountedButton }: AbTestRegionProps) {
  const { t } = useLocale()
  const compared = compareVariants(counts)
  if (!compared) return null
  const letter = letterOf(compared.leader)
  const hasClicks = hasCountedButton || counts.some(({ clicked }) => clicked > 0)
  const verdict = hasClicks ? compared.verdict : 'uncounted'
  return (
    <section aria-labelledby="trial-title" className="broadcast-trial">
      <h3 id="trial-title">{t('broadcast.variants.title')}</h3>
      <Decision row={row} />
      <Counts counts={counts} compared={compared} />
      <p data-verdict={verdict}>
        {t(`broadcast.variants.verdicts.${verdict}`, { letter, sent: minSent, clicked: minClicked })}
      </p>
      <p className="field-hint">{t('broadcast.variants.confidence')}</p>
    </section>
  )
}

function Decision({ row }: Pick<AbTestRegionProps, 'row'>) {
  const { t } = useLocale()
  const { winner, winnerBy, trialEndsAt, trialMinutes, state } = row
  if (winner !== null) {
    return <p>{t(`broadcast.variants.wonBy.${winnerBy ?? 'hand'}`, { letter: letterOf(winner) })}</p>
  }
  if (state === 'cancelled' || state === 'finished') return null
  if (trialEndsAt !== null) {
    return (
      <p>
        {t('broadcast.variants.waitsUntil')} <Moment at={trialEndsAt} />
      </p>
    )
  }
  return <p>{t(trialMinutes === null ? 'broadcast.variants.waitsForHand' : 'broadcast.variants.trying')}</p>
}

function Counts({ counts, compared }: { counts: readonly VariantCount[]; compared: Comparison }) {
  const { locale, t } = useLocale()
  const percent = (share: number) => formatNumber(locale, Math.round(share * 1000) / 10)
  return (
    <div className="broadcast-scroll" {...scrollRegion(t('broadcast.variants.title'))}>
      <table className="broadcast-table">
        <thead>
          <tr>
            <th scope="col">{t('broadcast.variants.variant')}</th>
            <th scope="col">{t('broadcast.variants.sent')}</th>
            <th scope="col">{t('broadcast.variants.clicked')}</th>
            <th scope="col">{t('broadcast.variants.share')}</th>
            <th scope="col">{t('broadcast.variants.difference', { letter: letterOf(compared.leader) })}</th>
          </tr>
        </thead>
        <tbody>
          {counts.map((count) => {
            const behind = compared.differences.find(({ variant }) => variant === count.variant)
            return (
              <tr key={count.variant} data-row>
                <th scope="row">{letterOf(count.variant)}</th>
                <td data-label={t('broadcast.variants.sent')}>{formatNumber(locale, count.sent)}</td>
                <td data-label={t('broadcast.variants.clicked')}>{formatNumber(locale, count.clicked)}</td>
                <td data-label={t('broadcast.variants.share')}>{formatPercent(locale, shareOf(count) * 100)}</td>
                <td data-label={t('broadcast.variants.difference', { letter: letterOf(compared.leader) })}>
                  {behind && compared.verdict !== 'few'
                    ? t('broadcast.variants.points', {
                        difference: percent(behind.difference),
                        from: percent(behind.from),
                        to: percent(behind.to),
                      })
                    : '—'}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

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
