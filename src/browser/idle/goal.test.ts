import { expect, test } from 'bun:test'
import { goalOf } from './analytics.ts'

test.each([
  ['/', 'home'],
  ['/en', 'home'],
  ['/docs/start/quick-start', 'docs'],
  ['/en/docs', 'docs'],
  ['/en/app/charts', 'app-charts'],
  ['/app', 'app'],
  ['/admin/users/42', 'admin-users'],
])('%s is reported as %s', (path, goal) => {
  expect(goalOf(path)).toBe(goal)
})
