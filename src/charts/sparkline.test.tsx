import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { Sparkline } from './sparkline.tsx'

test('a sparkline has the color of the change beside it, whatever its first and last prices are', () => {
  expect(renderToStaticMarkup(<Sparkline prices={[3, 1, 2]} direction="up" />)).toContain('data-direction="up"')
  expect(renderToStaticMarkup(<Sparkline prices={[1, 2]} direction="down" />)).toContain('data-direction="down"')
})

test('fewer than two prices draw no line, equal ones a level line', () => {
  expect(renderToStaticMarkup(<Sparkline prices={[1]} direction={undefined} />)).toBe('')
  expect(renderToStaticMarkup(<Sparkline prices={[5, 5]} direction={undefined} />)).toContain('d="M0 16L120 16"')
})
