import type { PasswordCost } from '../src/auth/secrets/password.ts'

/** Cheap hashing for test accounts: tests register and sign in thousands, and none needs protection. */
export const cheapPasswords: PasswordCost = { memoryCost: 64, timeCost: 1 }
