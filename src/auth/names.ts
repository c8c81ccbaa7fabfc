import { isClearName } from './letters.ts'
import { type LoginFault, loginFault, loginKey } from './login-name.ts'

const longestName = 80

/** What is wrong with a name: its length or its letters. Names there are stay as they are. */
export type NameFault = 'length' | 'letters'

export interface Names {
  /** In NFKC */
  login: string
  /** As logins are compared */
  loginKey: string
  name: string
}

export type NamesFault = { status: 'bad-login'; fault: LoginFault } | { status: 'bad-name'; fault: NameFault }

/** @param name  without spaces around it */
export function nameFault(name: string): NameFault | undefined {
  if (name === '' || Array.from(name).length > longestName) return 'length'
  return isClearName(name) ? undefined : 'letters'
}

/** The one judge of a new account's names, whoever makes it. Whether the login is free, `insertUser` tells. */
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
