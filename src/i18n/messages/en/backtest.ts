export const backtest = {}
