const shape = /^[\p{L}\p{N}](?:[\p{L}\p{N}._-]{0,38}[\p{L}\p{N}])?$/u

export const minLoginLength = 3
export const maxLoginLength = 40

/** Logins compare without regard to case and width of letters. */
export function loginKey(login: string): string {
  return login.normalize('NFKC').trim().toLowerCase()
}

export function isLogin(login: string): boolean {
  return login.length >= minLoginLength && login.length <= maxLoginLength && shape.test(login)
}
