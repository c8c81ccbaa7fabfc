import { hashToken, randomToken } from '../secrets/token.ts'

const recoveryCodeCount = 10

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const letters = randomToken()
      .toLowerCase()
      .replace(/[^a-z0-9]/g, 'x')
    return `${letters.slice(0, 5)}-${letters.slice(5, 10)}-${letters.slice(10, 15)}`
  })
}

export function hashesOf(userId: string, codes: string[]): string[] {
  return codes.map((code) => hashOfCode(userId, code))
}

/** Hashes a recovery code, ignoring case and separators. */
export function hashOfCode(userId: string, code: string): string {
  return hashToken(`${userId}:${plainCode(code)}`).toString('hex')
}

function plainCode(code: string): string {
  return code.toLowerCase().replace(/[^a-z0-9]/g, '')
}
