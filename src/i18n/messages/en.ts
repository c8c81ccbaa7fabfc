import { account } from './en/account.ts'
import { alerts } from './en/alerts.ts'
import { api } from './en/api.ts'
import { audit } from './en/audit.ts'
import { auth } from './en/auth.ts'
import { backtest } from './en/backtest.ts'
import { blog } from './en/blog.ts'
import { botForm } from './en/bot-form.ts'
import { botList } from './en/bot-list.ts'
import { botPage } from './en/bot-page.ts'
import { rules } from './en/bots/rules.ts'
import { bots } from './en/bots.ts'
import { broadcast } from './en/broadcast.ts'
import { buttonTemplates } from './en/button-templates.ts'
import { practice } from './en/charts/replay.ts'
import { charts } from './en/charts.ts'
import { colorPicker } from './en/color-picker.ts'
import { docs } from './en/docs.ts'
import { enigma } from './en/enigma/enigma.ts'
import { watchlists } from './en/enigma/watchlists.ts'
import { errors } from './en/errors.ts'
import { feedback } from './en/feedback.ts'
import { lightbox } from './en/lightbox.ts'
import { llms } from './en/llms.ts'
import { market } from './en/market.ts'
import { message } from './en/message.ts'
import { offline } from './en/offline.ts'
import { paper } from './en/paper.ts'
import { passkeys } from './en/passkeys.ts'
import { prose } from './en/prose.ts'
import { sandbox } from './en/sandbox.ts'
import { search } from './en/search.ts'
import { series } from './en/series.ts'
import { site } from './en/site.ts'
import { start } from './en/start.ts'
import { telegramAccount } from './en/telegram-account.ts'
import { telegramBot } from './en/telegram-bot.ts'
import { tokens } from './en/tokens.ts'
import { ui } from './en/ui.ts'
import { users } from './en/users.ts'

import type { Messages } from './ru.ts'
import type { Shape } from './shape.ts'

export const en = {
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
} satisfies Shape<Messages>
