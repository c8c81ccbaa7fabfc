import { expect, test } from 'bun:test'
import { translator } from '../../i18n/translate.ts'
import { nameOf } from './bot-name.ts'

const [ru, en] = [translator('ru'), translator('en')]

test('a bot without its own name gets one in the reader’s language', () => {
  const bot = (userId: string | null, name: string) => ({
    row: { userId, name, asset: 'ETHUSDT' },
    plan: { strategy: 'grid' },
  })
  expect(nameOf(en, bot('1', 'Mine'))).toBe('Mine')
  expect([nameOf(ru, bot('1', '')), nameOf(en, bot('1', ''))]).toEqual(['ETHUSDT · Сетка', 'ETHUSDT · Grid'])
  expect(nameOf(ru, bot(null, 'grid'))).not.toBe(nameOf(en, bot(null, 'grid')))
})
