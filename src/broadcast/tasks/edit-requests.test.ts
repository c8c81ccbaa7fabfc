import { expect, test } from 'bun:test'
import { messageContent } from '../../telegram/message/content.ts'
import { deleteRequest, editRequest } from './run-tasks.ts'

const row = { chatId: 7, part: 0, locale: 'ru', name: '', variant: 0, messageId: 5, messages: 1 } as const
const content = messageContent.parse({ text: { ru: 'Курс' } })

test('a message that Telegram sends later has no id to edit or delete it by', () => {
  for (const messageId of [0, null]) {
    expect(editRequest(content, { ...row, messageId }, 'b')).toBeUndefined()
    expect(deleteRequest({ ...row, messageId })).toBeUndefined()
  }
  expect(editRequest(content, row, 'b')).toMatchObject({ method: 'editMessageText', params: { message_id: 5 } })
})

test('each variant is edited to its own text', () => {
  const variants = { ...content, variants: [{ ru: 'Рост' }] }
  const textOf = (variant: number) => editRequest(variants, { ...row, variant }, 'b')?.params.text
  expect([textOf(0), textOf(1)]).toEqual(['Курс', 'Рост'])
})

test('an album of ten is deleted at once, far below Telegram’s limit of a hundred', () => {
  expect(deleteRequest(row)).toMatchObject({ method: 'deleteMessage', params: { message_id: 5 } })
  expect(deleteRequest({ ...row, messages: 10 })).toMatchObject({
    method: 'deleteMessages',
    params: { message_ids: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14] },
  })
})
