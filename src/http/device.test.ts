import { expect, test } from 'bun:test'
import { deviceInfo, deviceWords } from '../ui/device/device-info.ts'
import { deviceOfRequest } from './device.ts'

test.each([
  ['desktop windows chrome', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36'],
  ['desktop windows edge', 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0'],
  ['desktop firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['desktop macos safari', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15'],
  [
    'mobile ios safari',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
  ],
  ['tablet ios chrome', 'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) CriOS/142.0 Mobile Safari/604.1'],
  ['mobile android chrome', 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/142.0 Mobile Safari/537.36'],
  ['tablet android samsung', 'Mozilla/5.0 (Linux; Android 15; SM-X910) SamsungBrowser/28.0 Chrome/142 Safari/537.36'],
  ['desktop crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['desktop', ''],
])('%s', (words, userAgent) => {
  expect(deviceWords(deviceOfRequest((name) => (name === 'user-agent' ? userAgent : undefined)))).toBe(words)
})

test('client hints take precedence over the user agent', () => {
  const headers: Record<string, string> = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0 Safari/537.36',
    'sec-ch-ua': '"Chromium";v="142", "Microsoft Edge";v="142"',
    'sec-ch-ua-mobile': '?1',
    'sec-ch-ua-platform': '"Android"',
  }
  expect(deviceWords(deviceOfRequest((name) => headers[name]))).toBe('mobile android edge')
})

test('an iPad that pretends to be a Mac is recognized by its touch points', () => {
  const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15'
  expect(deviceWords(deviceInfo({ userAgent, touchPoints: 5 }))).toBe('tablet ios safari')
})

test("a crawler's browser is recognized in the browser as on the server", () => {
  const userAgent = 'Mozilla/5.0 (Linux; Android 6.0.1) Chrome/142.0 Mobile Safari/537.36 (compatible; Googlebot/2.1)'
  expect(deviceWords(deviceInfo({ userAgent }))).toBe('mobile android chrome crawler')
})

test('only a limited length of a header is parsed', () => {
  const endless = `Version/${' '.repeat(10_000)}Safari/605.1.15 Firefox/145.0 Windows`
  expect(deviceWords(deviceOfRequest((name) => (/^sec-ch-ua-mobile$/.test(name) ? undefined : endless)))).toBe(
    'desktop',
  )
})
