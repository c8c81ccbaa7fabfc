import type { site as ru } from '../ru/site.ts'
import type { Shape } from '../shape.ts'

export const site = {
  title: 'The market, tick by tick',
  description:
    'Kurs shows live prices, tries strategies on paper money and explains how it all works. Documentation and a blog in two languages.',
  heroFirst: 'The market, tick by tick.',
  heroSecond: 'And everything behind it.',
  heroLead:
    'Kurs shows live prices, lets you try a strategy on paper money, and explains step by step how it is done. One process and one command, on your laptop or your server.',
  heroStart: 'Quick start',
  heroCharts: 'Open the charts',
  heroNow: 'Working: live prices, charts, docs, search',
  heroSoon: 'In development: bots, broadcasts',

  chartLabel: 'The {{pair}} chart: 15-minute candles and a list of assets',
  chartCaption: '{{pair}} in 15-minute candles, as of {{time}} Moscow time.',
  chartAssets: 'Assets',
  chartDemo: 'Demo',
  chartClock: 'MSK',

  readersTitle: 'What brings you here',
  readersLead: 'Kurs has three kinds of reader. Each has a way in that skips the details meant for the other two.',
  trader: 'Watch the market',
  traderText:
    'What a tick is, what a candle is made of, and why the day ends at midnight in Moscow. How a bot decides, and what slippage costs it.',
  traderTicks: 'Ticks and candles',
  traderBots: 'Paper-trading bots',
  traderStrategies: 'Five strategies and their settings',
  author: 'Write and publish',
  authorText:
    'An article is a Markdown file. Save it and it is on the site a second later. A mistake in the front matter names the file, line and field, and readers keep the last good version.',
  authorFiles: 'Files and folders',
  authorBlocks: 'Blocks: steps, tabs, callouts',
  authorLanguages: 'One page, two languages',
  engineer: 'Keep it running',
  engineerText:
    'One file with no dependencies, three databases with three different lives, and a log that both people and programs can read. A bad setting stops the start and says its own name.',
  engineerInstall: 'Installation',
  engineerArchitecture: 'Architecture',
  engineerSecurity: 'Security',

  principlesTitle: 'Numbers we answer for',
  principlesLead: 'You can check each one: some with your browser’s tools, the others with the project’s own tests.',
  once: 'Once',
  onceTitle: 'is how often a page is made',
  onceText: 'Then it stays in memory, compressed three ways, and is sent with an ETag until its text changes.',
  noReact: '0 KB',
  noReactTitle: 'of React on pages of text',
  noReactText: 'The server streams finished HTML. Links, forms and search work with JavaScript switched off.',
  budget: '20 KB',
  budgetTitle: 'at most of script, and of styles',
  budgetText: 'Compressed, libraries included. Going over the budget does not pass the checks.',
  second: '1 s',
  secondTitle: 'from saving to reading',
  secondText: 'Only the file that changed is made again: its content’s hash gives it away, with no restart.',

  screensTitle: 'What it looks like',
  screensLead:
    'Pictures of the app with demonstration prices: the server makes them up, so that you can try it at once.',
  screenCharts: 'Charts',
  screenChartsText:
    'Indicators, comparison, drawing and up to four charts side by side, by mouse, finger and keyboard.',
  screenEnigma: 'Enigma',
  screenEnigmaText: 'Every asset in one table: live prices, the range of the day, favourites and alerts.',
  roadTitle: 'What is here, what is next',
  roadLead: 'Ready means you can use it today. The rest is described in advance, as a decision already taken.',
  ready: 'Ready',
  soon: 'Soon',
  readySearch: 'Search that forgives typos',
  readySearchText: 'Knows word forms in two languages, ranks headings above text, obeys the keyboard.',
  readyContent: 'Documentation and blog',
  readyContentText: 'Russian and English, Atom feeds, print, light and dark modes.',
  readyPipeline: 'Publishing from Markdown',
  readyPipelineText: 'Front matter checked, code highlighted, covers in six widths.',
  readyCharts: 'Charts and live prices',
  readyChartsText: 'Twelve pairs, six timeframes, a tick of ten fields in MessagePack.',
  readyBots: 'Paper-trading bots',
  readyBotsText: 'DCA, grid, moving-average cross, RSI and breakout, with fees and slippage.',
  soonTelegram: 'Telegram broadcasts',
  soonTelegramText: 'A queue, quiet hours, and a report for every recipient.',

  latestTitle: 'New in the blog',
  latestAll: 'All articles',

  closingTitle: 'Run Kurs yourself',
  closingText: 'One command installs what is missing, builds, prepares the databases and answers on port 3000.',
  closingNode: 'Only have Node? {{command}} does the same.',
} satisfies Shape<typeof ru>
