import type { telegramBot as ru } from '../ru/telegram-bot.ts'
import type { Shape } from '../shape.ts'

export const telegramBot = {
  menu: {
    start: 'Subscribe',
    price: 'A price: /price BTCUSDT',
    lang: 'Language',
    help: 'What the bot can do',
    unlink: 'Unlink the account',
    stop: 'Unsubscribe',
  },
  welcome:
    'Hello, {{name}}! You are subscribed to news of Kurs.\n\n/price BTCUSDT – a price\n/lang – the language\n/stop – unsubscribe\n/help – everything the bot can do',
  stopped: 'You are unsubscribed: no more broadcasts or alerts here. /start brings you back.',
  help: 'What the bot can do:\n\n/start – subscribe\n/price BTCUSDT – a price and how it changed in 24 hours\n/lang – the language\n/unlink – unlink the account of the site\n/stop – unsubscribe\n\nThe site: {{site}}',
  unknown: 'The bot understands commands only. Here they are: /help',
  language: 'Which language shall it be?',
  languageSet: 'English it is.',
  priceUsage: 'Say which one: /price BTCUSDT\n\nThere are prices of {{assets}}',
  priceUnknown: 'There is no asset “{{asked}}” here. There are prices of {{assets}}',
  priceMissing: 'There is no price of {{asset}} yet: the source has not answered. Try again in a minute.',
  price: '{{asset}} – {{price}} {{quote}}\nIn 24 hours: {{change}}, from {{low}} to {{high}}',
  priceDemo: 'This is demonstration data: prices are made up.',
  linkAsk:
    'Link this chat to the account “{{name}}” ({{login}}) at {{site}}?\n\nConfirm only if you have just begun this on the site yourself.',
  linkYes: 'Link',
  linkNo: 'No, not me',
  linkConfirmed: 'Confirmed. Now go back to the site and confirm there: nothing is linked before that.',
  linkRefused: 'All right, the chat is linked to nothing.',
  linkOver: 'This link has ended: it lives for 10 minutes and is good once. Begin anew on the site.',
  linkOther: 'This chat is linked to the account “{{name}}” already. Unlink it first: /unlink',
  linkSame: 'This chat is linked to the account “{{name}}” already.',
  linkDone:
    'Done: the chat is linked to the account “{{name}}”. Your price alerts and your bots’ reports will come here.',
  unlinked: 'The chat is unlinked from the account “{{name}}”.',
  unlinkedOnSite: 'The account “{{name}}” was unlinked from this chat on the site.',
  notLinked: 'This chat is linked to no account.',
  clickOver: 'This button has ended.',
  alert: '🔔 {{asset}}: the price got to {{price}} {{quote}}',
  botHalted: 'The bot “{{name}}” has been halted: {{reason}}.',
  botFailed: 'The bot “{{name}}” has been stopped by an error: {{reason}}.',
  driftSame: 'Check of the bot “{{name}}”: run again, it made the same trades ({{trades}}).',
  driftOther: 'Check of the bot “{{name}}”: run again, it made other trades: {{differing}} of {{trades}}.',
  driftFailed: 'The bot “{{name}}” could not be checked: {{reason}}.',
  open: 'Open: {{url}}',
} satisfies Shape<typeof ru>
