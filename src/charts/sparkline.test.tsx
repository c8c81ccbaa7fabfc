import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { Sparkline } from './sparkline.tsx'

test('a sparkline has the colour of the change beside it, whichever way its own ends lie', () => {
  expect(renderToStaticMarkup(<Sparkline prices={[3, 1, 2]} direction="up" />)).toContain('data-direction="up"')
  expect(renderToStaticMarkup(<Sparkline prices={[1, 2]} direction="down" />)).toContain('data-direction="down"')
})

test('less than two prices make no line, equal ones a level one', () => {
  expect(renderToStaticMarkup(<Sparkline prices={[1]} direction={undefined} />)).toBe('')
  expect(renderToStaticMarkup(<Sparkline prices={[5, 5]} direction={undefined} />)).toContain('d="M0 16L120 16"')
})
