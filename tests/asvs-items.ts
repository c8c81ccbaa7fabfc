/**
 * The requirements of OWASP ASVS 5.0 that the product claims, by chapter. Each has a test whose name begins with its
 * number, or a reason below, and a row on the documentation page "Security requirements".
 */
export const items = [
  ...['2.3.3', '2.3.4', '2.4.1'],
  ...['3.3.1', '3.3.2', '3.3.3', '3.3.4'],
  ...['3.4.1', '3.4.3', '3.4.4', '3.4.5', '3.4.6'],
  ...['3.5.1', '3.5.2', '3.5.3', '3.7.2'],
  '4.1.3',
  ...['6.1.1', '6.1.2', '6.1.3'],
  ...['6.2.1', '6.2.2', '6.2.3', '6.2.4', '6.2.5', '6.2.6', '6.2.7', '6.2.8', '6.2.9', '6.2.10', '6.2.11', '6.2.12'],
  ...['6.3.1', '6.3.2', '6.3.3', '6.3.4'],
  ...['6.4.1', '6.4.3', '6.4.6'],
  ...['6.5.1', '6.5.5', '6.6.2', '6.6.3', '6.8.1', '6.8.2'],
  ...['7.1.1', '7.1.2', '7.1.3'],
  ...['7.2.1', '7.2.2', '7.2.3', '7.2.4'],
  ...['7.3.1', '7.3.2'],
  ...['7.4.1', '7.4.2', '7.4.3', '7.4.4', '7.4.5'],
  ...['7.5.1', '7.5.2', '7.6.2'],
  ...['8.1.1', '8.2.1', '8.2.2', '8.2.3', '8.3.1'],
  ...['14.2.1', '14.3.1', '14.3.2'],
  ...['16.2.1', '16.3.1', '16.3.2', '16.4.1', '16.4.2', '16.5.1'],
] as const

export type Item = (typeof items)[number]

/** Whole chapters of which the product claims no requirement. */
export const chaptersThatDoNotApply = {
  V5: 'Files of administrators go to Telegram, for broadcasts: they are neither kept nor shown to anybody by the site.',
  V10: 'Where an operator sets up signing in with Telegram, the product is a client of it; it is no provider.',
} as const

/** The reason why a requirement of the list has no test. */
export const notApplicable: Partial<Record<Item, string>> = {
  '6.6.2': 'No code goes to a messenger, a telephone or by mail: codes come from an authenticator or a printed list.',
  '6.6.3': 'No code goes to a messenger, a telephone or by mail; codes of the second factor are limited by 6.3.1.',
  '6.8.1':
    'Signing in with Telegram is off unless an operator sets it up, and finds linked accounts alone: not claimed.',
  '6.8.2': 'The same; that signatures of its tokens are checked is tested in src/telegram/sign-in/oidc.test.ts.',
  '7.1.3': 'Sessions are made by this site alone, whatever the way in; there is no single sign-on.',
}
