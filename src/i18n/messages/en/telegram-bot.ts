import type { telegramBot as ru } from '../ru/telegram-bot.ts'
import type { Shape } from '../shape.ts'

export const telegramBot = {
  menu: {
    start: 'Subscribe',
    price: 'Get a price: /price BTCUSDT',
    lang: 'Change language',
    help: 'What the bot can do',
    unlink: 'Unlink your account',
    stop: 'Unsubscribe',
  },
  welcome:
    'Hello, {{name}}! You are subscribed to Kurs news.\n\n/price BTCUSDT – get a price\n/lang – change language\n/stop – unsubscribe\n/help – everything the bot can do',
  stopped: 'You have unsubscribed and will get no more broadcasts or alerts here. Send /start to come back.',
  help: 'What the bot can do:\n\n/start – subscribe\n/price BTCUSDT – get a price and its 24-hour change\n/lang – change language\n/unlink – unlink your site account\n/stop – unsubscribe\n\nWebsite: {{site}}',
  unknown: 'The bot only understands commands. See /help',
  language: 'Which language do you prefer?',
  languageSet: 'English it is.',
  priceUsage: 'Name an asset: /price BTCUSDT\n\nAvailable: {{assets}}',
  priceUnknown: 'Unknown asset “{{asked}}”. Available: {{assets}}',
  priceMissing: 'No price for {{asset}} yet: the source has not responded. Try again in a minute.',
  price: '{{asset}} – {{price}} {{quote}}\nIn 24 hours: {{change}}, from {{low}} to {{high}}',
  priceStale: 'This price is stale: the source has sent nothing since {{time}} Moscow time.',
  priceClosed: 'The market is closed until {{time}} Moscow time.',
  priceDelayed: 'Prices are delayed by {{minutes}} minutes.',
  priceDemo: 'This is demo data: prices are made up.',
  linkAsk:
    'Link this chat to the account “{{name}}” ({{login}}) at {{site}}?\n\nConfirm only if you have just started this on the site yourself.',
  linkYes: 'Link',
  linkNo: 'No, not me',
  linkConfirmed: 'Confirmed. Now go back to the site and confirm there: nothing is linked until you do.',
  linkRefused: 'OK, nothing was linked.',
  linkOver: 'This link has expired: it is valid for 10 minutes and works once. Start again on the site.',
  linkOther: 'This chat is already linked to the account “{{name}}”. Unlink it first: /unlink',
  linkSame: 'This chat is already linked to the account “{{name}}”.',
  linkDone:
    'Done: the chat is linked to the account “{{name}}”. Your price alerts and your bots’ reports will come here.',
  unlinked: 'The chat is unlinked from the account “{{name}}”.',
  unlinkedOnSite: 'The account “{{name}}” was unlinked from this chat on the site.',
  notLinked: 'This chat is not linked to any account.',
  clickOver: 'This button no longer works.',
  passwordLink:
    'Someone asked for a new password for the account “{{login}}”. The link works once, for 15 minutes. If it wasn’t you, ignore this message: your password stays the same.',
  alert: '🔔 {{fired}}\n{{when}}',
  newDevice:
    '⚠️ New sign-in to {{login}}: {{device}}, {{address}}, {{when}}. If this wasn’t you, end that session and change your password.',
  wrongCodes:
    '⚠️ {{login}}: several wrong two-factor authentication codes, most recently on {{when}} from {{address}}. Codes are only asked for after the right password. If this wasn’t you, change your password.',
  newToken:
    '⚠️ {{login}}: an API token “{{name}}” was created on {{when}}. If this wasn’t you, revoke it and change your password.',
  newPasskey:
    '⚠️ {{login}}: a passkey “{{name}}” was added on {{when}}. If this wasn’t you, remove it and change your password.',
  factorRequested:
    '⚠️ The administrator {{requester}} has asked to reset two-factor authentication for {{login}}. If you did not ask for this, tell another administrator.',
  factorReplaced:
    '⚠️ Administrators have reset two-factor authentication for {{login}} and ended all sessions. Sign in with your password and set it up again.',
  botHalted: 'The bot “{{name}}” has been halted: {{reason}}.',
  botFailed: 'The bot “{{name}}” has been stopped by an error: {{reason}}.',
  driftSame: 'Bot “{{name}}” checked: the replay made the same trades ({{trades}}).',
  driftOther: 'Bot “{{name}}” checked: the replay made different trades: {{differing}} of {{trades}}.',
  driftFailed: 'The bot “{{name}}” could not be checked: {{reason}}.',
  open: 'Open: {{url}}',
} satisfies Shape<typeof ru>
