import type { passkeys as ru } from '../ru/passkeys.ts'
import type { Shape } from '../shape.ts'

export const passkeys = {
  title: 'Passkeys',
  passkey: 'Passkey',
  lead: 'Sign in with your fingerprint, face, device PIN or a security key. A passkey cannot be seen over your shoulder or given to a fake site.',
  signIn: 'Sign in with a passkey',
  useInstead: 'Use a passkey',
  secondStepTitle: 'Confirm it’s you',
  secondStepLead: 'Your password is right. Confirm the sign-in with your passkey.',
  insteadOfCodes: 'Or add a passkey instead of codes',
  confirm: 'Confirm with a passkey',
  orPassword: 'Or enter your password and a code.',

  addTitle: 'Add a passkey',
  addHint:
    'It is kept on this device, in a password manager or on a security key. While you have one, your password alone no longer signs you in; a passkey replaces both the password and the code. Your sessions on other devices will end, and your API tokens will stop working.',
  add: 'Add a passkey',
  name: 'Name',
  nameHint: 'To tell your passkeys apart.',
  created: 'added on {{when}}',
  used: 'last used on {{when}}',
  neverUsed: 'not used yet',
  rename: 'Rename',
  renameOf: 'Rename the passkey: {{name}}',
  save: 'Save',
  remove: 'Remove',
  removeOf: 'Remove the passkey: {{name}}',
  kept: 'This is your only 2FA method, and administrators must have one. Add another passkey or turn on codes from an app first.',

  flashAdded: 'Passkey added. All other sessions and API tokens have ended.',
  flashRemoved: 'Passkey removed. Delete it from your password manager too.',

  needsJavaScript: 'Passkeys need JavaScript.',
  unsupported: 'Passkeys do not work in this browser or at this address: they need https and a recent browser.',
  unused: 'The passkey was not used. Try again.',
  unusable: 'The passkey could not be used. Try again, or sign in with your password.',
  known: 'This device already has a passkey of yours.',
  wrong: 'This passkey did not work. Sign in another way.',
  stale: 'Time to use the passkey has run out. Try again.',
  addStale: 'Time has run out. Add the passkey again.',
  addWrong: 'The passkey did not pass the check. Try another device.',
  addTaken: 'This passkey has already been added.',
  addFull: 'You can have up to ten passkeys. Remove one you don’t need.',
} satisfies Shape<typeof ru>
