import type { Config } from '../../config.ts'
import { startTelegramDouble } from './telegram-double.ts'

/** Word that is added to the site name on every screen */
const nameAddition = { ru: 'демо', en: 'demo' }

/**
 * Runs a server on demo data: with `demo` in the site name, and with the Telegram double unless a bot is configured.
 */
export async function serveDemo<Status>(config: Config, run: (config: Config) => Promise<Status>): Promise<Status> {
  const name = config.SITE_NAME === undefined ? addedTo(config.site.name) : config.site.name
  const shown = { ...config, site: { ...config.site, name } }
  if (config.TELEGRAM_TOKEN !== undefined) return run(shown)
  const { root, token, close } = await startTelegramDouble()
  try {
    const bot = { TELEGRAM_TOKEN: token, TELEGRAM_API_ROOT: root, TELEGRAM_WEBHOOK: undefined }
    return await run({ ...shown, ...bot })
  } finally {
    await close()
  }
}

function addedTo({ ru, en }: Config['site']['name']): Config['site']['name'] {
  return { ru: `${ru} ${nameAddition.ru}`, en: `${en} ${nameAddition.en}` }
}
