import { expect, test } from 'bun:test'
import { searchSections } from '../body/sections.ts'
import { parseMdc } from '../mdc/parse.ts'
import { components } from './components.tsx'
import { nodeRenderer } from './node-renderer.tsx'
import { isNode, prerender, toHtml } from './prerender.tsx'

const plain = (html: string) => html.replaceAll('<!-- -->', '')

function shown(source: string) {
  const { body, problems } = parseMdc(source)
  const draw = nodeRenderer(components, new Map())
  const html = prerender(body, 'en').value.map((part) => (isNode(part) ? toHtml('en', draw([part])) : part.html))
  return { html: html.join(''), problems: problems.map(({ line, message }) => `${line}: ${message}`), body }
}

test('a frame becomes a linked card with its title, or a link within a line', () => {
  const { html, problems } = shown('a\n\n<iframe src="https://demo.test/x" title="A demo" height="300"></iframe>\n\nb')
  expect(html).toContain('<a class="card-title" href="https://demo.test/x"')
  expect(html).toContain('A demo')
  expect(problems).toEqual(['3: An <iframe> is shown as a link'])
  expect(shown('a <iframe src="../demo/"></iframe> b').html).toContain('<a href="../demo/">../demo/</a>')
})

test('a frame keeps the text after it and drops its fallback content', () => {
  const unframed = shown('<iframe src="https://demo.test/x"><p>Your browser has no frames.</p></iframe>\n\nb').html
  expect(unframed).toContain('href="https://demo.test/x"')
  expect(unframed).not.toContain('Your browser')
  const ended = shown('<iframe src="https://demo.test/x" />\n<p>behind</p>').html
  expect(ended).toContain('href="https://demo.test/x"')
  expect(ended).toContain('<p>behind</p>')
})

test('a frame within a paragraph does not leave a paragraph around its card', () => {
  expect(shown('<p><iframe src="https://demo.test/x"></iframe></p>').html).not.toContain('<p><div')
})

test('a frame whose address could run code does not become a link', () => {
  expect(shown('<iframe src="javascript:alert(1)"></iframe>').html).not.toContain('href')
})

test('scripts and styles are dropped and reported with their lines', () => {
  const { html, problems } = shown(
    'a\n\n<script setup>\nimport X from "./x"\n\nconst y = 1\n</script>\n\nb\n\n<style scoped>\n.a { color: red }\n\n.b {}\n</style>\n\nc',
  )
  expect(html).toBe('<p>a</p><p>b</p><p>c</p>')
  expect(problems).toEqual(['3: A <script> is left out', '11: A <style> is left out'])
})

test('a style attribute is dropped and reported with its line', () => {
  const { html, problems } = shown('a\n\n<p style="color:red">b</p>')
  expect(html).toBe('<p>a</p><p>b</p>')
  expect(problems).toEqual(['3: The attribute style is not applied'])
})

test('a refused address is reported with the actual reason', () => {
  const { problems } = shown('[a](cursor://x)\n\n[b](javascript:x)')
  expect(problems).toEqual([
    '1: The address cursor://x was left out: links with "cursor:" are not allowed',
    '3: The address javascript:x was left out: it could run code',
  ])
})

test('a refused attribute is reported in braces, in YAML and in HTML', () => {
  const source = [
    '::card{to="cursor://x" :to="\'a\'" v-if="a"}',
    '::',
    '',
    '::card',
    '---',
    'to: cursor://y',
    '---',
    '::',
    '',
    '<a href="cursor://z" v-on:click="x" onclick="x">a</a>',
    '',
    '::card{:to=\'"javascript:x"\'}',
    '::',
  ]
  expect(shown(source.join('\n')).problems).toEqual([
    '1: The attribute to="cursor://x" was left out: links with "cursor:" are not allowed',
    '1: The attribute v-if="a" was left out: directives of other programs are not run',
    '6: The attribute to="cursor://y" was left out: links with "cursor:" are not allowed',
    '10: The attribute href="cursor://z" was left out: links with "cursor:" are not allowed',
    '10: The attribute v-on:click="x" was left out: directives of other programs are not run',
    '10: The attribute onclick="x" was left out: it could run code',
    '12: The attribute :to=""javascript:x"" was left out: it could run code',
  ])
})

test('video and audio are shown, but only from safe addresses', () => {
  const { html } = shown(
    '<video controls src="/a.mp4" poster="javascript:x" autoplay>\n<source src="/a.webm" type="video/webm">\n</video>',
  )
  expect(html).toContain('<video src="/a.mp4" controls="">')
  expect(html).toContain('<source src="/a.webm" type="video/webm"/>')
  expect(html).not.toMatch(/javascript|autoplay/i)
  const film = shown(
    '<video src="/a.mp4">\n<track src="/a.vtt" kind="captions" srclang="en" label="English" default>\n</video>',
  )
  expect(film.html).toMatch(/<track src="\/a\.vtt" kind="captions" srcLang="en" label="English" default=""\/>/)
  const sound = shown('<audio controls src="/a.mp3" onplay="run()">\n<source src="javascript:x">\n</audio>')
  expect(sound.html).toContain('<audio src="/a.mp3" controls="">')
  expect(sound.html).not.toMatch(/javascript|onplay/i)
})

test('media of another site are shown as a card with a link', () => {
  const { html } = shown(
    '<video src="https://a.test/films/intro.mp4" controls title="The intro">\nNo films here.\n</video>',
  )
  expect(html).toMatch(/^<div class="card [^>]*>/)
  expect(html).toContain('<a class="card-title" href="https://a.test/films/intro.mp4"')
  expect(html).toContain('The intro')
  expect(html).not.toMatch(/<video|No films/)
  const sourced = '<video controls>\n<source src="//a.test/b%20c.webm" type="video/webm">\n</video>'
  expect(shown(sourced).html).toMatch(/href="\/\/a\.test\/b%20c\.webm".*>b c\.webm, a\.test</)
  expect(shown('<audio src="https://a.test/f.mp3"></audio>').html).toContain('href="https://a.test/f.mp3"')
  const own = '<video>\n<source src="https://a.test/b.webm">\n<source src="/b.mp4">\n</video>'
  expect(shown(own).html).toContain('<source src="/b.mp4"/>')
})

test('a video of another site is a link within a line, and its name within a link', () => {
  const film = '<video src="https://a.test/b.mp4"></video>'
  expect(shown(`See ${film} now`).html).toMatch(
    /^<p>See <a href="https:\/\/a\.test\/b\.mp4"[^>]*>b\.mp4, a\.test<\/a> now<\/p>$/,
  )
  expect(shown(`<p>${film}</p>`).html).toMatch(/^<div class="card /)
  for (const tag of ['font', 'picture']) expect(shown(`<${tag}>${film}</${tag}>`).html).not.toMatch(/<p>\s*<div/)
  expect(shown(`<a href="/x">${film}</a>`).html).not.toContain('a.test/b.mp4"')
})

test('autoplay media get controls instead', () => {
  expect(shown('<video src="/a.mp4" autoplay loop muted></video>').html).toContain(' muted="" controls=""></video>')
  expect(shown('<audio src="/a.mp3"></audio>').html).toContain('<audio src="/a.mp3" controls="">')
})

test('HTML headings have ids and are in the table of contents', () => {
  const { body, html } = shown('## One\n\n<h2>One</h2>\n\n<h2 id="own">Two</h2>')
  expect(body.toc?.links.map(({ id }) => id)).toEqual(['one', 'one-1', 'own'])
  expect(html).toContain('<h2 id="one-1">')
})

test('an empty unknown block renders nothing, and within a line its name', () => {
  for (const empty of ['<TeamPage />', '<TeamPage></TeamPage>', '::team-page\n::'])
    expect(shown(`a\n\n${empty}\n\nb`).html).toBe('<p>a</p><p>b</p>')
  expect(shown('It is :host that counts').html).toContain(':host')
  expect(plain(shown('a <Gap /> b\n\n::note\n<Gap />\n::').html)).not.toContain('gap')
})

test('an empty unknown block with an address becomes a link', () => {
  expect(shown('::read-more{to="/docs/a" title="A"}\n::').html).toBe('<a href="/docs/a">A</a>')
  expect(shown('::some-demo{src="https://x.test/"}\n::').html).toContain('href="https://x.test/"')
  expect(shown('::strange{to="javascript:x" title="T"}\n::').html).toBe('T')
})

test('a template variable stays as written on the page, in search and in descriptions', () => {
  const { html, body } = shown('The variable {{ page.title }} holds {{ a || "b" }}.')
  expect(plain(html)).toBe('<p>The variable {{ page.title }} holds b.</p>')
  const [section] = searchSections({ path: '/a', title: 'A', description: '', body })
  expect(section?.content).toBe('The variable {{ page.title }} holds b.')
  expect(parseMdc('The variable {{ page.title }} holds.').description).toBe('The variable {{ page.title }} holds.')
})

test('a type parameter is text, in headings, lines and tables', () => {
  expect(shown('## Type<T>').html).toContain('Type&lt;T&gt;')
  const { html, problems } = shown('A Promise<string> is an Array<Map<K, V>> or a Vec<u8> of List<Object>')
  expect(html).toBe(
    '<p>A Promise&lt;string&gt; is an Array&lt;Map&lt;K, V&gt;&gt; or a Vec&lt;u8&gt; of List&lt;Object&gt;</p>',
  )
  expect(problems).toEqual([])
  expect(shown('| A<T> | *b* |\n| --- | --- |\n| C<D> | e |').html).toContain('A&lt;T&gt;')
  expect(shown('An <unclosed>*word*').html).toBe('<p>An &lt;unclosed&gt;<em>word</em></p>')
  expect(shown('A<b>bold</b> <my-word>*known*</my-word> end').html).toBe('<p>A<b>bold</b> <em>known</em> end</p>')
})

test('a word after a colon keeps its underscores', () => {
  expect(plain(shown('Say :strict_variables now').html)).toBe('<p>Say :strict_variables now</p>')
  expect(plain(shown(':strict_variables').html)).toBe('<p>:strict_variables</p>')
})
