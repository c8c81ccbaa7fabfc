import type { PasswordCost } from '../src/auth/password/password.ts'

/** For accounts of tests: thousands are registered and signed in, and none is worth breaking into. */
export const cheapPasswords: PasswordCost = { memoryCost: 64, timeCost: 1 }
