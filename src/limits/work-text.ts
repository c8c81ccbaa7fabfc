/**
 * What is hashed, by the server and in browsers. The password is part of it: every guess is work of its own, and nobody
 * has to remember which work was used.
 */
export function workText(challenge: string, password: string, nonce: string): string {
  return `${challenge}\n${password}\n${nonce}`
}
