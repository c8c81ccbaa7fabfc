import { expect, test } from 'bun:test'
import { deviceOf } from './user-agent.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36', 'Chrome', 'Windows', 'computer'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0', 'Edge', 'Windows', 'computer'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 YaBrowser/25.10 Safari/537.36', 'Yandex Browser', 'Linux', 'computer'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux', 'computer'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15', 'Safari', 'macOS', 'computer'],
  ['Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) CriOS/142.0 Mobile Safari/604.1', 'Chrome', 'iPad', 'tablet'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/142.0 Mobile Safari/537.36', 'Chrome', 'Android', 'phone'],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-X910) SamsungBrowser/28.0 Safari/537.36',
    'Samsung Internet',
    'Android',
    'tablet',
  ],
  ['', undefined, undefined, 'computer'],
] as const)('%s', (userAgent, browser, system, kind) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system, kind })
})
