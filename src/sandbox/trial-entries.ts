import type { ReactNode } from 'react'
import { BacktestProblem, TooManyBacktests } from '../bots/backtest-pages/backtest-notices.tsx'
import { BacktestPage } from '../bots/backtest-pages/backtest-page.tsx'
import { HowToSave } from '../bots/backtest-pages/backtest-result.tsx'
import { initialValues } from '../bots/form/field-values.ts'
import { maCross } from '../bots/strategies/ma-cross.ts'
import type { Locale } from '../i18n/locales.ts'
import { defaultInstruments } from '../market/instrument.ts'
import { paths } from '../paths.ts'
import { entryOf, type SandboxEntry } from './entry.ts'
import { exampleAsset } from './example-market.ts'

/** Parts of the backtest without an account that take the place of its result, or stand beside it */
export const trialEntries: readonly SandboxEntry[] = [
  entryOf({ id: 'backtest-problem', component: BacktestProblem, props: { status: 'busy' } }),
  entryOf({ id: 'too-many-backtests', component: TooManyBacktests, props: { seconds: 30 } }),
  entryOf({
    id: 'how-to-save',
    component: HowToSave,
    props: { login: '#', isSignUpOpen: true },
    emits: ['click'],
  }),
]

/** The page before the first backtest. @param panel  takes the place of the result */
export function trialPageEntry(locale: Locale, panel: ReactNode): SandboxEntry {
  const values = { ...initialValues(locale, maCross), asset: exampleAsset.asset }
  return entryOf({
    id: 'layout-try',
    kind: 'layout',
    component: BacktestPage,
    props: {
      kind: 'try',
      form: {
        action: paths.tryStrategy,
        strategy: maCross,
        form: { values, errors: {} },
        instruments: defaultInstruments,
        quote: exampleAsset.quote,
      },
      children: panel,
    },
    hidden: ['form', 'children'],
    emits: ['input', 'submit'],
  })
}
