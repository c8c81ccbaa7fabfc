import { expect, test } from 'bun:test'
import { securityHeaders } from '../src/http/security.ts'
import { inlineScript } from '../src/ui/inline/inline-script.ts'
import { framesIn, headerFaults, inlineFaults, sandbox } from './page-policy.ts'

/* Tests the checks that `access.test.ts` applies to every page. */

test.each([
  ['<p style="color: red">', ['<p style>']],
  ['<button onclick="run()">', ['<button onclick>']],
  ['<a hx-on:click="run()">', ['<a hx-on:click>']],
  ['<a href=" javascript:run()">', ['<a href=" javascript:run()">']],
  ['<style>p { color: red }</style>', ['<style>']],
  ['<base href="https://evil.test/">', ['<base>']],
  ['<script>run()</script>', ['<script>run()']],
  ['<script>x;OURS</script>', [`<script>x;${inlineScript.slice(0, 38)}`]],
  ['<script type="module">run()</script>', ['<script>run()']],
  ['<script src="https://evil.test/a.js"></script>', ['<script src="https://evil.test/a.js">']],
  ['<script src="//evil.test/a.js"></script>', ['<script src="//evil.test/a.js">']],
  ['<script type="application/json">{"a":1}</script>', []],
  ['<script src="/assets/a.js" type="module"></script>', []],
  ['<script>OURS</script>', []],
  ['<p title="&lt;style&gt;">on click</p>', []],
  ['<iframe src="https://a.test/"></iframe>', ['<iframe src="https://a.test/">']],
  ['<iframe src="http://a.test/" title="A" loading="lazy" sandbox="HELD"></iframe>', ['<iframe src="http://a.test/">']],
  [
    '<iframe src="https://a.test/" title="" loading="lazy" sandbox="HELD"></iframe>',
    ['<iframe src="https://a.test/">'],
  ],
  ['<iframe src="https://a.test/" title="A" loading="lazy" sandbox="HELD"></iframe>', []],
  [
    '<iframe src="https://a.test/" title="A" loading="lazy" sandbox="HELD allow-top-navigation"></iframe>',
    ['<iframe src="https://a.test/">'],
  ],
])('inline faults of a page are found: %s', (html, faults) => {
  expect(inlineFaults(html.replace('OURS', () => inlineScript).replace('HELD', sandbox))).toEqual(faults)
})

test('missing headers and weaker policies are found', () => {
  const whole = securityHeaders({ inlineScripts: [inlineScript], connectTo: [], isHttps: true })
  expect(headerFaults(new Response(null, { headers: whole }))).toEqual([])
  for (const [name] of whole) {
    const rest = whole.filter(([other]) => other !== name)
    expect(headerFaults(new Response(null, { headers: rest }))).toHaveLength(1)
  }
  for (const wider of [
    `script-src 'unsafe-inline' 'self'`,
    `script-src * 'self'`,
    `frame-src https:; script-src 'self'`,
  ]) {
    const headers = whole.map(([name, value]): [string, string] => [name, value.replace(`script-src 'self'`, wider)])
    expect(headerFaults(new Response(null, { headers }))).toHaveLength(1)
  }
})

test('a policy must allow exactly the frames of its page', () => {
  const html =
    '<iframe src="https://a.test/x"></iframe><iframe src="https://b.test:444/"></iframe><iframe src="https://a.test/y"></iframe>'
  expect(framesIn(html)).toEqual(['https://a.test', 'https://b.test:444'])
  const whole = securityHeaders({ inlineScripts: [inlineScript], connectTo: [], isHttps: true })
  const faults = (sources: string, body: string) => {
    const headers = new Headers(whole)
    headers.set('content-security-policy', `${headers.get('content-security-policy')}${sources}`)
    return headerFaults(new Response(null, { headers }), body)
  }
  expect(faults('; frame-src https://a.test https://b.test:444', html)).toEqual([])
  expect(faults('', html)).toHaveLength(1)
  expect(faults('; frame-src https://a.test', html)).toHaveLength(1)
  expect(faults('; frame-src https://a.test', '<p>a</p>')).toHaveLength(1)
})
