import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { defaultInstruments } from '../../market/instrument.ts'
import { timeframes } from '../../market/timeframe.ts'
import { type Command, commandText, readCommands, readTimeframe, verbs } from './command.ts'

const read = (text: string) => readCommands(text, defaultInstruments, 'en')
const best = (text: string) => {
  const [{ penalty: _, ...command } = { penalty: 0 }] = read(text)
  return command
}

test.each<[string, Partial<Command>]>([
  ['ETH 4h', { asset: 'ETHUSDT', tf: 240 }],
  ['4ч eth', { asset: 'ETHUSDT', tf: 240 }],
  ['btc 15', { asset: 'BTCUSDT', tf: 15 }],
  ['btc 4 h', { asset: 'BTCUSDT', tf: 240 }],
  ['BTC/USDT H1', { asset: 'BTCUSDT', tf: 60 }],
  ['иес', { asset: 'BTCUSDT' }],
  ['уер 4р', { asset: 'ETHUSDT', tf: 240 }],
  ['bct 1d', { asset: 'BTCUSDT', tf: 1440 }],
  ['etherium', { asset: 'ETHUSDT' }],
  ['график sol', { verb: 'chart', asset: 'SOLUSDT' }],
  ['new alert BTC 100000', { verb: 'alert', asset: 'BTCUSDT', price: '100000' }],
  ['оповещение btc 100k', { verb: 'alert', asset: 'BTCUSDT', price: '100000' }],
  ['alert btc 100,000', { verb: 'alert', asset: 'BTCUSDT', price: '100000' }],
  ['alert btc 15', { verb: 'alert', asset: 'BTCUSDT', price: '15' }],
  ['buy BTC', { verb: 'buy', asset: 'BTCUSDT' }],
  ['купить btc', { verb: 'buy', asset: 'BTCUSDT' }],
  ['backtest ETH 1h', { verb: 'backtest', asset: 'ETHUSDT', tf: 60 }],
])('%p is read as a command', (text, command) => {
  expect(best(text)).toEqual(command)
})

test.each(['', '   ', '4h', 'weather today', 'alert', 'btc what'])('%p is no command', (text) => {
  expect(read(text)).toEqual([])
})

test('a command written as text is read as the same command', () => {
  const command = fc.record(
    {
      verb: fc.constantFrom(...verbs),
      asset: fc.constantFrom(...defaultInstruments.map(({ asset }) => asset)),
      tf: fc.constantFrom(...timeframes),
    },
    { requiredKeys: ['verb', 'asset'] },
  )
  fc.assert(
    fc.property(command, (each) => {
      // A number behind an alert is its price.
      if (each.verb === 'alert') delete each.tf
      expect(best(commandText(each))).toEqual(each)
    }),
  )
})

test('a pair of asset and timeframe is read in any order and case', () => {
  const unit = fc.constantFrom<[string, number]>(['m', 1], ['м', 1], ['h', 60], ['ч', 60], ['d', 1440], ['д', 1440])
  const pair = fc.record({
    instrument: fc.constantFrom(...defaultInstruments),
    tf: fc.constantFrom(...timeframes),
    unit,
    isFirst: fc.boolean(),
    isUpper: fc.boolean(),
  })
  fc.assert(
    fc.property(pair, ({ instrument: { asset, base }, tf, unit: [name, minutes], isFirst, isUpper }) => {
      fc.pre(tf % minutes === 0)
      const words = [base, `${tf / minutes}${name}`]
      const text = (isFirst ? words : words.reverse()).join(' ')
      expect(best(isUpper ? text.toUpperCase() : text.toLowerCase())).toEqual({ asset, tf })
    }),
  )
})

test('any text is read without an error, and only as known assets and timeframes', () => {
  const words = fc.array(fc.oneof(fc.constantFrom('btc', 'alert', '4h', '1', 'эфир', "'", '100k'), fc.string()))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        words.map((each) => each.join(' ')),
      ),
      (text) => {
        for (const { asset, tf, price } of read(text)) {
          expect(defaultInstruments.map((each) => each.asset)).toContain(asset)
          expect(tf === undefined || timeframes.includes(tf)).toBe(true)
          expect(price ?? '1').toMatch(/^\d+(\.\d+)?$/)
        }
        readTimeframe(text)
      },
    ),
  )
})
