/* Addresses that only charts ask for, and what they answer: `paths.ts` is part of the script of every page, which has no room for them. */
export const gapsAddress = '/api/market/gaps'
/** Maximum number of gaps of one answer */
export const maxGaps = 1000
export const overviewAddress = '/api/market/overview'
