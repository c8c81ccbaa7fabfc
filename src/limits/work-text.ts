/** Hashed by server and browsers. With the password in it each guess is work anew, and nobody remembers used work. */
export function workText(challenge: string, password: string, nonce: string): string {
  return `${challenge}\n${password}\n${nonce}`
}
