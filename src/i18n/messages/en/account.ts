import { plural } from '../../format.ts'
import type { account as ru } from '../ru/account.ts'
import type { Shape } from '../shape.ts'

export const account = {
  title: 'Account',
  navigation: 'Account sections',
  openApp: 'Open the app',
  admin: 'Administration',
  signOut: 'Sign out',
  lost: 'Your session has ended. Sign in again to continue.',
  invalid: 'Invalid session detected, redirecting…',
  impersonated: 'You are signed in as {{name}}.',
  impersonationEnd: 'Leave this account',
  impersonationRefused: 'Only the owner can change this account. Leave it first.',

  profile: 'Profile',
  profileLead: 'Your name, language and accent color.',
  locale: 'Language',
  localeHint: 'The app switches to it when you save.',
  accent: 'Accent color',
  accentProduct: 'Default',
  accentOwn: 'Custom',
  accentPick: 'Choose a color',
  telegram: 'Telegram',
  telegramLink: 'Link your Telegram and choose what the bot sends',
  save: 'Save',
  badName: 'Use 1 to 80 characters.',
  badNameLetters: 'Use visible letters, with each word in a single alphabet.',
  badLocale: 'Choose a language from the list.',
  badAccent: 'Enter a color such as #1bc7b1.',

  password: 'Password',
  passwordLead: 'Changing your password signs you out everywhere else, and your API tokens stop working.',
  currentPassword: 'Current password',
  changePassword: 'Change password',
  passwordOvertaken:
    'Your new password was not saved: the password was changed elsewhere at the same moment, or your session or link was ended. Sign in and try again.',

  secondFactor: 'Two-factor authentication',
  secondFactorLead:
    'Sign in with your password and a code from an app on your phone, so a stolen password is not enough.',
  secondFactorNeeded: 'Administrators must turn on two-factor authentication to open the administration area.',
  scan: 'Open an authenticator app (Google Authenticator, Aegis, 1Password or similar) and scan the QR code.',
  qr: 'QR code for the authenticator app',
  typeKey: 'Can’t scan it? Enter this key instead:',
  firstCode: 'Code from the app',
  firstCodeHint:
    'Six digits, to confirm that it works. Your other sessions will end, and your API tokens will stop working.',
  turnOn: 'Turn on',
  isOn: 'Two-factor authentication is on.',
  isOnByPasskey:
    'Two-factor authentication is on: you have a passkey. Codes from an app can be one more way to sign in.',
  codesLeft: ({ count }: { count: number }) =>
    `${count} unused recovery ${plural('en', count, { one: 'code is', other: 'codes are' })} left.`,
  newCodes: 'Get new codes',
  newCodesHint: 'Your old recovery codes will stop working.',
  turnOff: 'Turn off codes from the app',
  turnOffHint: 'Enter your password to turn off codes from the app. Recovery codes stay only if you have passkeys.',
  keptOn: 'Administrators cannot turn off their only 2FA method. Add a passkey first.',
  codesTitle: 'Recovery codes',
  codesLead:
    'Save these now: they will not be shown again. Each one works once in place of a passkey or a code from the app.',
  printCodes: 'Print',
  codesKept: 'I have saved them',

  sessions: 'Sessions',
  sessionsLead: 'Where you are signed in. If you don’t recognize a session, end it and change your password.',
  unknownDevice: 'Unknown device',
  deviceName: ({ browser, system }: { browser: string; system: string }) => `${browser} on ${system}`,
  thisOne: 'Current',
  byAdministrator: 'Administrator',
  lookingAs: 'acting as {{login}}',
  seen: 'Active {{when}}',
  seenNow: 'Active now',
  since: 'signed in {{when}}',
  endSession: 'End',
  endSessionOf: 'End the session: {{device}}',
  endOthers: 'End all other sessions',

  warned: 'Check your account: there was a sign-in from a new device, or failed attempts to sign in.',
  warnedMore: 'See details',
  wrongTriesTitle: 'Failed attempts',
  wrongTries: ({ passwords, codes }: { passwords: number; codes: number }) =>
    [
      passwords > 0 && `${passwords} wrong ${plural('en', passwords, { one: 'password', other: 'passwords' })}`,
      codes > 0 && `${codes} wrong ${plural('en', codes, { one: 'code', other: 'codes' })}`,
    ]
      .filter(Boolean)
      .join(' and '),
  wrongSince: 'On devices you have not used before: {{count}} since {{when}}.',
  lastTry: 'Most recently on {{when}}, from {{address}}.',
  wrongCodesMean:
    'Codes are only asked for after the right password. If this wasn’t you, somebody knows your password: change it.',
  wrongPasswordsMean:
    'None of them succeeded. If this wasn’t you, make sure your password is long and not used anywhere else.',
  newSignIn: 'New sign-in',
  newSignInAdvice: 'If you don’t recognize it, end its session and change your password.',
  warningsSeen: 'Got it',
  warningsHeld:
    'You are on a new device, so this hides the notice only here. To clear it everywhere, dismiss it on a device you have used before or change your password.',

  flashLookedOn: 'You have left the other account. Sign in again to continue as yourself.',
  flashProfile: 'Profile saved.',
  flashPassword: 'Password changed. All other sessions have ended.',
  flashSecondFactorOff: 'Two-factor authentication is off.',
  flashCodesOff: 'Codes from the app are off. Your passkeys still protect your account.',
  flashSessionEnded: 'Session ended.',
  flashSessionsEnded: 'All other sessions have ended.',

  appGreeting: 'Hello, {{name}}',
} satisfies Shape<typeof ru>
