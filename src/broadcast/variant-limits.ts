/** Max number of text variants of one broadcast, including the first text */
export const maxVariants = 4
/** Percentage of the audience that gets the variants first: limits and default */
export const abTestPercents = { least: 1, most: 50, usual: 10 } as const
/** Hours after which the most clicked variant is sent to the other recipients: limits */
export const abTestHours = { least: 1, most: 168 } as const
