/** Name of the component that an island's file exports: `price-chart.island.tsx` exports `PriceChart`. */
export const componentOf = (island: string) => island.replace(/(^|-)./g, (start) => start.slice(-1).toUpperCase())
