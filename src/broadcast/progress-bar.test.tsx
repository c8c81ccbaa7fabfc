import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { LocaleProvider } from '../i18n/context.tsx'
import { ProgressBar } from './state-marks.tsx'

const none = { total: 1000, sent: 0, failed: 0, unknown: 0, skipped: 0, dropped: 0 }
const shown = (counters: Partial<typeof none>, isPartial = false) =>
  renderToStaticMarkup(
    <LocaleProvider locale="en">
      <ProgressBar of={{ ...none, ...counters }} isPartial={isPartial} />
    </LocaleProvider>,
  )

test('canceled recipients do not count as finished', () => {
  expect(shown({ sent: 700, failed: 10, dropped: 290 })).toMatch(/value="710".*710 of 1,000/)
  expect(shown({ sent: 700, failed: 10, unknown: 10, skipped: 280 })).toMatch(/value="1000".*1,000 of 1,000/)
  expect(shown({ total: 0 })).toContain('—')
})

test('a growing total is marked as not final', () => {
  expect(shown({ sent: 700 }, true)).toMatch(/700 of 1,000\+</)
})
