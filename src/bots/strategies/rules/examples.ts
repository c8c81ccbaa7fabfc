/** Texts to start from; a test parses them all. */
export const ruleExamples = {
  dip: `# Weakness inside a rise
enter when RSI({14}) < {30} and close > EMA(200)
exit when RSI(14) > 70 or bars held >= 48
stop ATR(14) * 2
size 50%`,
  trend: `enter when EMA(20) crosses above EMA(50) and volume > SMA(20, volume)
exit when EMA(20) crosses below EMA(50)
trailing stop ATR(14) * 3`,
  breakout: `enter when close > HIGHEST(20)[1]
add 25% when close > HIGHEST(20)[1] and profit > 2% at most 2
exit when close < LOWEST(10)[1]
stop 4%
size 25%`,
} as const
