import { isClearName } from './letters.ts'
import { type LoginFault, loginFault, loginKey } from './login-name.ts'

const maxName = 80

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

/** Validates the names of every new account. `insertUser` checks whether the login is free. */
export function newNames(given: {
  login: string
  name?: string | undefined
}): ({ status: 'fine' } & Names) | NamesFault {
  const login = given.login.normalize('NFKC').trim()
  const ofLogin = loginFault(login)
  if (ofLogin) return { status: 'bad-login', fault: ofLogin }
  const name = given.name?.trim() || login
  const ofName = name === login ? undefined : nameFault(name)
  return ofName ? { status: 'bad-name', fault: ofName } : { status: 'fine', login, loginKey: loginKey(login), name }
}
