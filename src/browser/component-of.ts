/** `price-chart.island.tsx` shows `PriceChart`. */
export const componentOf = (island: string) => island.replace(/(^|-)./g, (start) => start.slice(-1).toUpperCase())
