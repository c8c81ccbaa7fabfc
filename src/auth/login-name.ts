/** Letters and digits of any script, with dots, dashes and underscores between them. */
const shape = /^[\p{L}\p{N}](?:[\p{L}\p{N}._-]{0,38}[\p{L}\p{N}])?$/u

export const shortestLogin = 3
export const longestLogin = 40

/** A login as logins are compared: case and width of letters do not tell two people apart. */
export function loginKey(login: string): string {
  return login.normalize('NFKC').trim().toLowerCase()
}

export function isLogin(login: string): boolean {
  return login.length >= shortestLogin && login.length <= longestLogin && shape.test(login)
}
