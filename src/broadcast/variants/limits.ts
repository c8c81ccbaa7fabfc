/** Texts of one broadcast, the first among them */
export const mostVariants = 4
/** Percent of the audience that may get the variants first, and what they are unless somebody says */
export const trialPercents = { least: 1, most: 50, usual: 10 } as const
/** Hours after which the most clicked variant goes to the rest */
export const trialHours = { least: 1, most: 168 } as const
