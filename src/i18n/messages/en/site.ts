import type { site as ru } from '../ru/site.ts'
import type { Shape } from '../shape.ts'

export const site = {
  title: 'The market, tick by tick',
  description:
    'Kurs shows live prices, tests strategies on paper money and explains how it all works. Documentation and a blog in two languages.',
  heroFirst: 'The market, tick by tick.',
  heroSecond: 'And everything behind it.',
  heroLead:
    'Kurs shows live prices, lets you test a strategy with paper money, and explains step by step how it works. One process and one command, on your laptop or your server.',
  heroStart: 'Quick start',
  heroCharts: 'Open the charts',
  heroNow: 'Ready: charts, bots, alerts, broadcasts',

  chartLabel: 'The {{pair}} chart: 15-minute candles and a list of assets',
  chartCaption: '{{pair}} in 15-minute candles, as of {{time}} Moscow time.',
  chartAssets: 'Assets',
  chartDemo: 'Demo',
  chartClock: 'MSK',

  readersTitle: 'What brings you here',
  readersLead: 'Choose what you came for.',
  trader: 'Watch the market',
  traderText:
    'What a tick is, what a candle is made of, and why daily candles close at midnight UTC while clocks show Moscow time. How a bot decides, and what slippage costs it.',
  traderTicks: 'Ticks and candles',
  traderBots: 'Paper-trading bots',
  traderStrategies: 'Five strategies and their settings',
  author: 'Write and publish',
  authorText:
    'An article is a Markdown file. Save it and it is live a second later. If there is a mistake in the front matter, Kurs names the file, line and field, and readers keep seeing the last good version.',
  authorFiles: 'Files and folders',
  authorBlocks: 'Blocks: steps, tabs, callouts',
  authorLanguages: 'One page, two languages',
  engineer: 'Keep it running',
  engineerText:
    'One file with no dependencies, three databases with different lifetimes, and a log that both people and programs can read. If a setting is invalid, Kurs won’t start and tells you which one.',
  engineerInstall: 'Installation',
  engineerArchitecture: 'Architecture',
  engineerSecurity: 'Security',

  principlesTitle: 'Numbers we stand behind',
  principlesLead: 'Check them yourself: some with your browser’s developer tools, others with the project’s own tests.',
  once: '1×',
  onceTitle: 'every page is rendered once',
  onceText: 'Then it stays in memory, compressed three ways, and is served with an ETag until its text changes.',
  noReact: '0 KB',
  noReactTitle: 'of React on content pages',
  noReactText: 'The server streams finished HTML. Links, forms and search work with JavaScript switched off.',
  budget: '20 KB',
  budgetTitle: 'of JavaScript at most, and as much CSS',
  budgetText: 'Compressed, libraries included. The checks fail if a page goes over budget.',
  second: '1 s',
  secondTitle: 'from saving to live',
  secondText: 'Only the file that changed is rebuilt, found by its content hash, with no restart.',

  screensTitle: 'See it in action',
  screensLead: 'The app with demo prices, which the server generates so that you can try it right away.',
  screenCharts: 'Charts',
  screenChartsText:
    'Indicators, comparison, drawing and up to four charts side by side, with mouse, touch or keyboard.',
  screenEnigma: 'Enigma',
  screenEnigmaText: 'Every asset in one table: live prices, 24-hour range, favorites and alerts.',
  screenBots: 'Bots',
  screenBotsText: 'Five strategies on paper money, with their curves side by side and a reason for every trade.',
  screenBroadcasts: 'Telegram broadcasts',
  screenBroadcastsText: 'Write once in two languages, see the message as Telegram shows it, send it to everyone.',
  roadTitle: 'What’s ready',
  roadLead: 'You can use all of it today, and the documentation has a page on each part.',
  ready: 'Ready',
  features: {
    charts: {
      title: 'Charts and live prices',
      text: 'Twelve pairs, six timeframes, indicators, drawings, up to four charts side by side.',
    },
    enigma: {
      title: 'Enigma',
      text: 'Every asset in one table, with a page of figures for each.',
    },
    alerts: {
      title: 'Price alerts',
      text: 'A level or a percentage change, on the site and in Telegram.',
    },
    bots: {
      title: 'Paper-trading bots',
      text: 'Five strategies, backtests and parameter sweeps, with fees and slippage.',
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

  latestTitle: 'From the blog',
  latestAll: 'All posts',

  closingTitle: 'Run Kurs yourself',
  closingText: 'One command installs what’s missing, builds, prepares the databases and serves on port 3000.',
  closingNode: 'Only have Node? {{command}} does the same.',
} satisfies Shape<typeof ru>
