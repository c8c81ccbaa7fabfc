import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { type FirstStep, firstSteps } from '../pages/first-steps.ts'
import { paths } from '../paths.ts'
import { SubmitButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

export interface FirstStepsProps {
  /** Steps that the user has taken */
  taken: readonly FirstStep[]
  /** Whether the site has a Telegram bot; without one, nobody can take the last step */
  hasTelegram: boolean
}

const pathOf = {
  star: paths.enigma,
  alert: paths.alerts,
  backtest: paths.botTrial,
  telegram: paths.accountTelegram,
} satisfies Record<FirstStep, string>

/** Returns the steps that can be taken on this site. */
export function possibleSteps(hasTelegram: boolean): FirstStep[] {
  return firstSteps.filter((step) => step !== 'telegram' || hasTelegram)
}

/** Region with the first steps of a new member: each is ticked once it was taken. */
export function FirstSteps({ taken, hasTelegram }: FirstStepsProps) {
  const { locale, t } = useLocale()
  const possible = possibleSteps(hasTelegram)
  const count = { taken: possible.filter((step) => taken.includes(step)).length, all: possible.length }
  return (
    <section className="start-card first-steps" aria-labelledby="first-steps">
      <div className="start-card-head">
        <h2 id="first-steps">{t('start.steps.title')}</h2>
        <p className="first-steps-progress">{t('start.steps.progress', count)}</p>
        <form method="post" action={localised(locale, paths.firstSteps)}>
          <SubmitButton kind="quiet" label={t('start.steps.hideLabel')}>
            {t('start.steps.hide')}
          </SubmitButton>
        </form>
      </div>
      <ol className="first-steps-list">
        {firstSteps.map((step) => (
          <li key={step} data-taken={taken.includes(step) || undefined}>
            <Step step={step} isTaken={taken.includes(step)} isPossible={possible.includes(step)} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Step({ step, isTaken, isPossible }: { step: FirstStep; isTaken: boolean; isPossible: boolean }) {
  const { locale, t } = useLocale()
  const title = t(`start.steps.${step}.title`)
  return (
    <>
      <Icon name={isTaken ? 'i-lucide-circle-check' : 'i-lucide-circle'} />
      <p>
        {isPossible ? <a href={localised(locale, pathOf[step])}>{title}</a> : <b>{title}</b>}
        {isTaken && <span className="visually-hidden">{` (${t('start.steps.done')})`}</span>}
      </p>
      <p>{t(isPossible ? `start.steps.${step}.text` : 'start.steps.noTelegram')}</p>
    </>
  )
}
