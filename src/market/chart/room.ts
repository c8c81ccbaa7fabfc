/** Free room to the right of the newest candle, in candles. */
export const roomAhead = 5

/** How many candles a window shows at first: wide ones, and those of telephones. */
export const wideCount = 120
export const narrowCount = 48

/** Windows that are narrow, as the style sheet has it too */
export const narrowWindow = '(width < 48rem)'

/** Room of the price axis and the time axis, px: the server's picture leaves the same. */
export const axisWidth = 86
export const axisHeight = 28

/** How many times as high as an indicator's pane the prices are */
export const mainPaneShare = 3.2
