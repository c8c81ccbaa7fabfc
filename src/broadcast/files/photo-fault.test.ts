import { expect, test } from 'bun:test'
import { pictureOf } from '../../../tests/pictures.ts'
import { photoFault } from './store-file.ts'

test.each(['jpeg', 'png', 'webp'] as const)(
  'the sides of a %s are accepted up to the limit, and not one px beyond',
  async (type) => {
    const faultOf = async (width: number, height: number) => photoFault(await pictureOf(width, height, type))
    expect(await faultOf(9500, 500)).toBeUndefined()
    expect(await faultOf(9501, 500)).toEqual({ status: 'tooManyPixels', width: 9501, height: 500 })
    expect(await faultOf(400, 20)).toBeUndefined()
    expect(await faultOf(401, 20)).toEqual({ status: 'tooNarrow', width: 401, height: 20 })
    expect(await faultOf(20, 401)).toEqual({ status: 'tooNarrow', width: 20, height: 401 })
  },
)

test('without a measuring library, or for a truncated picture, Telegram reports the problem', async () => {
  const tooNarrow = await pictureOf(401, 20, 'png')
  expect(await photoFault(tooNarrow, async () => undefined)).toBeUndefined()
  expect(await photoFault(tooNarrow.slice(0, 20))).toBeUndefined()
})
