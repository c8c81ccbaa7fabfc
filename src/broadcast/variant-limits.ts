/** Max texts of one broadcast, including the first */
export const maxVariants = 4
/** Percent of the audience that gets the variants first: limits and default */
export const abTestPercents = { least: 1, most: 50, usual: 10 } as const
/** Hours after which the most clicked variant goes to the rest */
export const abTestHours = { least: 1, most: 168 } as const
