/** Text hashed by server and browsers. The password in it makes each guess new work, so used work is not stored. */
export function workText(challenge: string, password: string, nonce: string): string {
  return `${challenge}\n${password}\n${nonce}`
}
