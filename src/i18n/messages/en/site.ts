import type { site as ru } from '../ru/site.ts'
import type { Shape } from '../shape.ts'

export const site = {
  title: 'Watch the market and test strategies without risk',
  description:
    'Kurs shows live prices, tests strategies on paper money and explains how it all works. Documentation and a blog in two languages.',
  heroFirst: 'Watch the market',
  heroSecond: 'and test strategies without risk',
  heroLead:
    'Live charts, backtests on past prices and bots that trade with paper money, for anyone curious about trading. Kurs places no real orders, so you have nothing to lose.',
  heroTry: 'Try a strategy',
  heroCharts: 'Open the charts',
  heroTerms: 'Free and open source, under the MIT license.',
  start: 'Quick start',

  chartLabel: 'The {{pair}} chart: 15-minute candles and a list of assets',
  chartCaption: '{{pair}} in 15-minute candles, as of {{time}} Moscow time.',
  chartAssets: 'Assets',
  chartDemo: 'Demo',
  chartClock: 'MSK',

  principlesTitle: 'Numbers we stand behind',
  principlesLead: 'Check them yourself: some with your browser’s developer tools, others with the project’s own tests.',
  once: '1×',
  onceTitle: 'every page is rendered once',
  noReact: '0 KB',
  noReactTitle: 'of React on content pages',
  budget: '≤ 12 KB',
  budgetTitle: 'of JavaScript on a text page',
  second: '1 s',
  secondTitle: 'from saving to live',

  storyTitle: 'From an article to your own bot',
  storyLead: 'Five steps. You need no account for the first three.',
  story: {
    read: { title: 'Read an article', text: 'What a tick is, and what a candle is made of.' },
    chart: { title: 'See it on a chart', text: 'The same candles, live: they move with the price.' },
    test: { title: 'Run a backtest', text: 'Test a strategy on the last 90 days, with fees and slippage.' },
    bot: {
      title: 'Start a bot',
      text: 'It trades with paper money day and night, and gives a reason for every trade.',
    },
    alerts: {
      title: 'Get your alerts',
      text: 'Kurs tells you when a price reaches your level: in the browser, and in Telegram if the site has a bot.',
    },
  },
  screenCharts: 'Charts',
  screenBots: 'Bots',
  offersTitle: 'For members and for site owners',
  offers: {
    members: { title: 'Members get', text: 'A free account. It needs no email or phone number.' },
    owners: { title: 'Owners get', text: 'The same on their own server, plus publishing tools.' },
  },
  ready: 'Ready',
  features: {
    charts: {
      title: 'Charts and live prices',
      text: 'Twelve pairs, thirteen timeframes, indicators, drawings, up to four charts side by side.',
    },
    enigma: {
      title: 'Enigma',
      text: 'Every asset in one table, with a page of figures for each.',
    },
    alerts: {
      title: 'Price alerts',
      text: 'A level, a range or an indicator: in the browser, and in Telegram if the site has a bot.',
    },
    bots: {
      title: 'Bots on paper money',
      text: 'Five strategies and rules of your own, backtests and parameter sweeps, with fees and slippage.',
    },
    paper: {
      title: 'Paper trading',
      text: 'Your own orders at live prices: market, limit, stop and bracket.',
    },
    broadcasts: {
      title: 'Telegram broadcasts',
      text: 'A queue, quiet hours and a report for every recipient.',
    },
    search: {
      title: 'Search that forgives typos',
      text: 'Understands word forms in two languages and works from the keyboard.',
    },
    content: {
      title: 'Documentation and blog',
      text: 'Russian and English, offline reading, Atom feeds, print, light and dark modes.',
    },
    publishing: {
      title: 'Publishing from Markdown',
      text: 'Checked front matter, highlighted code, covers in six widths.',
    },
    openApi: {
      title: 'OpenAPI and tokens',
      text: 'Every public endpoint, ready for client generators, and personal tokens with scopes.',
    },
  },

  startTitle: 'Start here',
  latestTitle: 'From the blog',
  latestAll: 'All posts',

  closingTitle: 'Kurs is free',
  closingText:
    'Use it here, or run your own copy under the MIT license: one command installs what’s missing, builds, prepares the databases and serves on port 3000.',
  closingNode: 'Only have Node? {{command}} does the same.',
} satisfies Shape<typeof ru>
