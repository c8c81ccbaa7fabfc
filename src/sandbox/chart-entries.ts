import { PriceChart } from '../bots/drawing/price-chart.island.tsx'
import { PaperChart } from '../bots/paper/paper-chart.island.tsx'
import { PracticeDesk } from '../bots/practice/practice-desk.island.tsx'
import { AssetChart } from '../charts/asset/asset-chart.island.tsx'
import { ChartScreen } from '../charts/chart-screen.island.tsx'
import { parseChartState } from '../charts/chart-state.ts'
import { OpenChart } from '../charts/open/open-chart.island.tsx'
import { practiceWords } from '../charts/replay/practice-words.ts'
import { type Locale, localised } from '../i18n/locales.ts'
import { en } from '../i18n/messages/en.ts'
import { ru } from '../i18n/messages/ru.ts'
import { translator } from '../i18n/translate.ts'
import { assetStatusWords } from '../live/asset-status.ts'
import { connectionWords } from '../live/connection-words.ts'
import { defaultInstruments } from '../market/instrument.ts'
import { paths } from '../paths.ts'
import { ColorPicker } from '../ui/color-picker/color-picker.island.tsx'
import { entryOf, type SandboxEntry } from './entry.ts'
import { exampleAsset, exampleMarket, exampleRows } from './example-market.ts'

export function chartEntries(locale: Locale): SandboxEntry[] {
  const t = translator(locale)
  const words = { ru, en }[locale]
  const { asset } = exampleAsset
  const standings = assetStatusWords(t)
  const rows = exampleRows(Date.now())
  const chart = exampleChart(locale)
  const state = parseChartState(new URLSearchParams(), asset)
  const screen = {
    ...{ locale, words: words.charts, connection: connectionWords(t), isDemo: true, market: exampleMarket, standings },
    ...{ assets: [...defaultInstruments], state, rows, address: chart.address },
  }
  return [
    entryOf({
      id: 'color-picker',
      component: ColorPicker,
      props: { color: 'rgba(46, 129, 255, 0.5)', hasAlpha: true, words: words.colorPicker },
      hidden: ['words'],
      emits: ['color-input', 'color-change'],
      box: { width: 300, height: 400 },
    }),
    entryOf({
      id: 'chart-screen',
      component: ChartScreen,
      props: {
        ...screen,
        practice: practiceWords(locale),
        notice: '',
        colors: {},
        workspace: { owner: 'sandbox', arrangement: { charts: [state], isLinked: true }, others: [], layouts: [] },
        colorsAddress: localised(locale, paths.chartColors),
      },
      hidden: ['words', 'practice', 'connection', 'standings', 'assets', 'rows'],
      emits: ['click', 'input'],
      box: { width: 960, height: 640 },
    }),
    entryOf({
      id: 'open-chart',
      component: OpenChart,
      props: { ...screen, registerHref: '#' },
      hidden: ['words', 'connection', 'standings', 'assets', 'rows'],
      emits: ['click'],
      box: { width: 960, height: 640 },
    }),
    entryOf({
      id: 'asset-chart',
      component: AssetChart,
      props: chart,
      hidden: ['words', 'about', 'rows'],
      emits: ['click'],
      box,
    }),
    paperChart(locale),
    priceChart(locale),
    entryOf({
      id: 'practice-desk',
      component: PracticeDesk,
      props: { locale, words: practiceWords(locale), isNew: true },
      hidden: ['words'],
      emits: ['submit'],
      box,
    }),
  ]
}

const box = { width: 720, height: 480 }

function exampleChart(locale: Locale) {
  return {
    ...{ asset: exampleAsset, rows: exampleRows(Date.now()), locale, words: { ru, en }[locale].charts },
    tf: 60 as const,
    address: localised(locale, paths.charts),
    about: { asset: exampleAsset.asset, market: exampleMarket, words: assetStatusWords(translator(locale)) },
  }
}

function paperChart(locale: Locale): SandboxEntry {
  const t = translator(locale)
  return entryOf({
    id: 'paper-chart',
    component: PaperChart,
    props: {
      ...exampleChart(locale),
      help: t('paper.lines.help'),
    },
    hidden: ['words', 'about', 'rows'],
    emits: ['click'],
    box,
  })
}

function priceChart(locale: Locale): SandboxEntry {
  const t = translator(locale)
  const { asset } = exampleAsset
  return entryOf({
    id: 'price-chart',
    component: PriceChart,
    props: {
      ...{ asset, tf: 60, locale, trades: [], priceDigits: exampleAsset.priceDigits },
      ...{ from: Date.now() - 86_400_000, to: Date.now() },
      words: {
        name: t('backtest.prices.name', { asset }),
        loading: t('backtest.prices.loading'),
        empty: t('backtest.prices.empty'),
        failed: t('backtest.prices.failed'),
        previous: t('backtest.prices.previous'),
        next: t('backtest.prices.next'),
        place: t('backtest.prices.place', { number: '{{number}}', total: '{{total}}' }),
        attribution: t('charts.attribution'),
      },
    },
    hidden: ['words'],
    emits: ['click'],
    box,
  })
}
