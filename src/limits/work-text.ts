/** Text of a proof of work, hashed by server and browsers. It has the password, so each guess costs new work. */
export function workText(challenge: string, password: string, nonce: string): string {
  return `${challenge}\n${password}\n${nonce}`
}
