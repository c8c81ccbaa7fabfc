import { account } from './ru/account.ts'
import { alerts } from './ru/alerts.ts'
import { api } from './ru/api.ts'
import { audit } from './ru/audit.ts'
import { auth } from './ru/auth.ts'
import { backtest } from './ru/backtest.ts'
import { blog } from './ru/blog.ts'
import { botForm } from './ru/bot-form.ts'
import { botList } from './ru/bot-list.ts'
import { botPage } from './ru/bot-page.ts'
import { rules } from './ru/bots/rules.ts'
import { bots } from './ru/bots.ts'
import { broadcast } from './ru/broadcast.ts'
import { buttonTemplates } from './ru/button-templates.ts'
import { practice } from './ru/charts/replay.ts'
import { charts } from './ru/charts.ts'
import { colorPicker } from './ru/color-picker.ts'
import { docs } from './ru/docs.ts'
import { enigma } from './ru/enigma/enigma.ts'
import { watchlists } from './ru/enigma/watchlists.ts'
import { errors } from './ru/errors.ts'
import { feedback } from './ru/feedback.ts'
import { lightbox } from './ru/lightbox.ts'
import { llms } from './ru/llms.ts'
import { market } from './ru/market.ts'
import { message } from './ru/message.ts'
import { offline } from './ru/offline.ts'
import { paper } from './ru/paper.ts'
import { passkeys } from './ru/passkeys.ts'
import { prose } from './ru/prose.ts'
import { sandbox } from './ru/sandbox.ts'
import { search } from './ru/search.ts'
import { series } from './ru/series.ts'
import { site } from './ru/site.ts'
import { start } from './ru/start.ts'
import { telegramAccount } from './ru/telegram-account.ts'
import { telegramBot } from './ru/telegram-bot.ts'
import { tokens } from './ru/tokens.ts'
import { ui } from './ru/ui.ts'
import { users } from './ru/users.ts'

/** Russian dictionary of messages, whose type all other languages must have. */
export const ru = {
  account,
  alerts,
  api,
  auth,
  audit,
  blog,
  backtest,
  botForm,
  botList,
  botPage,
  bots,
  broadcast,
  buttonTemplates,
  paper,
  passkeys,
  charts,
  practice,
  colorPicker,
  docs,
  enigma,
  errors,
  feedback,
  lightbox,
  llms,
  market,
  message,
  offline,
  prose,
  rules,
  sandbox,
  search,
  series,
  site,
  start,
  telegramAccount,
  telegramBot,
  tokens,
  ui,
  users,
  watchlists,
}

export type Messages = typeof ru
