/* Addresses that only charts ask for: `paths.ts` is part of the script of every page, which has no room for them. */
export const gapsAddress = '/api/market/gaps'
export const overviewAddress = '/api/market/overview'
