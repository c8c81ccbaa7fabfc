import { createHmac } from 'node:crypto'

/**
 * Returns the data with which Telegram opens a bot's web page, with the same signature. Source:
 * https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
 */
export function signInitData(token: string, fields: Readonly<Record<string, string>>): string {
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('\n')
  const secret = createHmac('sha256', 'WebAppData').update(token).digest()
  return new URLSearchParams({ ...fields, hash: createHmac('sha256', secret).update(text).digest('hex') }).toString()
}
