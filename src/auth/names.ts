/** Length of a user's name, characters */
export const maxName = 80

/** Fault of a name: its length or its letters. Existing names are not checked again. */
export type NameFault = 'length' | 'letters'

export interface Names {
  /** Login in NFKC */
  login: string
  /** Login, normalized for comparison */
  loginKey: string
  name: string
}

export type NamesFault = { status: 'bad-login'; fault: LoginFault } | { status: 'bad-name'; fault: NameFault }

/** Checks a name. @param name  name without surrounding spaces */
export function nameFault(name: string): NameFault | undefined {
  if (name === '' || Array.from(name).length > maxName) return 'length'
  return isClearName(name) ? undefined : 'letters'
}

interface GivenNames {
  login: string
  name?: string | undefined
}

function normalizedNames(given: GivenNames): Pick<Names, 'login' | 'name'> {
  const login = given.login.normalize('NFKC').trim()
  return { login, name: given.name?.trim() || login }
}

/** Validates the names of every new account. `insertUser` checks whether the login is free. */
export function newNames(given: GivenNames): ({ status: 'fine' } & Names) | NamesFault {
  const [fault] = namesFaults(given)
  if (fault) return fault
  const { login, name } = normalizedNames(given)
  return { status: 'fine', login, loginKey: loginKey(login), name }
}

/** Returns the faults of the names of a new account, at most one of each name. */
export function namesFaults(given: GivenNames): NamesFault[] {
  const { login, name } = normalizedNames(given)
  const ofLogin = loginFault(login)
  const ofName = name === login ? undefined : nameFault(name)
  return [
    ...(ofLogin ? [{ status: 'bad-login', fault: ofLogin } as const] : []),
    ...(ofName ? [{ status: 'bad-name', fault: ofName } as const] : []),
  ]
}

/** Pattern of a login's characters, as a browser's `pattern` attribute takes it. */
export const loginPattern = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}._\-]*[\p{L}\p{N}])?`
const shape = new RegExp(`^${loginPattern}$`, 'u')

export const minLoginLength = 3
const maxLoginLength = 40

/** Normalizes a login for comparison: case and width of letters are ignored. */
export function loginKey(login: string): string {
  return login.normalize('NFKC').trim().toLowerCase()
}

/** Fault of a new login: its length and characters, or its letters. Existing logins are not checked again. */
type LoginFault = 'shape' | 'letters'

/**
 * Patterns of allowed letters: European Latin letters without their confusables, and the Cyrillic letters of living
 * languages.
 */
const alphabets = [/^(?![ıĸŀŉ])[a-zß-öø-ž0-9._-]+$/, /^[а-џґ0-9._-]+$/]

/** Checks a new login. @param login  login in NFKC */
export function loginFault(login: string): LoginFault | undefined {
  if (hasInvisible(login)) return 'letters'
  if (login.length < minLoginLength || login.length > maxLoginLength || !shape.test(login)) return 'shape'
  return alphabets.some((alphabet) => alphabet.test(login.toLowerCase())) ? undefined : 'letters'
}

/** Cyrillic and Latin letters that look the same in lower or upper case, as pairs */
const pairs = Array.from('аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕs')
const cyrillicToLatin = new Map(pairs.flatMap((letter, at) => (at % 2 === 0 ? [[letter, pairs[at + 1] ?? '']] : [])))
const latinToCyrillic = new Map([...cyrillicToLatin].map(([cyrillic, latin]) => [latin, cyrillic]))

/** Returns the login that looks the same in the other alphabet, if there is one. @param key  from `loginKey` */
export function confusableOf(key: string): string | undefined {
  for (const lookalikes of [cyrillicToLatin, latinToCyrillic]) {
    const letters = Array.from(key, (letter) => (/[0-9._-]/.test(letter) ? letter : lookalikes.get(letter)))
    const confusable = letters.join('')
    if (!letters.includes(undefined) && confusable !== key) return confusable
  }
  return undefined
}

/** Scripts that may be mixed within one word of a name: the "highly restrictive" level of UTS #39. */
const scripts = [
  /^\p{Script=Cyrillic}$/u,
  /^\p{Script=Greek}$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}]$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}]$/u,
  ...['Arabic', 'Armenian', 'Bengali', 'Devanagari', 'Georgian', 'Hebrew', 'Tamil', 'Thai'].map(
    (script) => new RegExp(`^\\p{Script=${script}}$`, 'u'),
  ),
]
/** Letters that belong to no script: combining marks and the Japanese prolonged sound mark */
const shared = /^[\p{Script=Inherited}\p{Script=Common}]$/u

/**
 * Characters that are invisible: default-ignorable code points, the blank Braille pattern, and characters that no
 * keyboard types in a line.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\ufffd]/u

function usesOneScript(word: string): boolean {
  const letters = Array.from(word).filter((letter) => !shared.test(letter))
  return scripts.some((alphabet) => letters.every((letter) => alphabet.test(letter)))
}

function hasInvisible(text: string): boolean {
  return invisible.test(text)
}

/** Returns whether a name has no invisible characters and mixes no scripts within a word (confusables). */
export function isClearName(name: string): boolean {
  if (hasInvisible(name) || !/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return false
  return (name.match(/[\p{L}\p{M}]+/gu) ?? []).every(usesOneScript)
}
