import { page } from '../site.ts'

/** Code that the copy button must return exactly. */
export const sampleCode = [
  'const rate = 91.5 // за доллар',
  '',
  'if (rate > 90) {',
  '\tconsole.log(\'<b>дорого</b> & "далеко"\')',
  '}',
].join('\n')

const runtimes = (name: string) => `::tabs{sync="runtime"}
  :::tabs-item{label="Badger"}
  The ${name} badger digs.
  :::
  :::tabs-item{label="Heron"}
  The ${name} heron waits.
  :::
::`

const blocks = page(
  { title: 'Sample blocks' },
  `Everything that a reader can press.

## Code

\`\`\`ts [rate.ts]
${sampleCode}
\`\`\`

## Change

\`\`\`ini [kurs.env]
HOST=0.0.0.0
PORT=3000 # [!code --]
PORT=8080 # [!code ++]
\`\`\`

## Tabs

${runtimes('first')}

${runtimes('second')}

## Place

::tabs
  :::tabs-item{label="Near" #near}
  Words that are near.
  :::
  :::tabs-item{label="Far" #far}
  Words that are far.

  ### Farthest

  Words that are farther still.
  :::
::

## Commands

::code-group{sync="tool"}
\`\`\`bash [Otter]
otter run
\`\`\`
\`\`\`bash [Weasel]
weasel run
\`\`\`
::

## Questions

::accordion{type="single"}
  :::accordion-item{label="Why green?"}
  Because grass.
  :::
  :::accordion-item{label="Why blue?"}
  Because sky.
  :::
::

## End

That was all.`,
)

const moreBlocks = page(
  { title: 'More sample blocks' },
  `${runtimes('third')}\n\n::code-group{sync="tool"}\n\`\`\`bash [Otter]\notter stop\n\`\`\`\n\`\`\`bash [Weasel]\nweasel stop\n\`\`\`\n::`,
)

const animal = page(
  { title: 'The quokka', description: 'A small animal that smiles.' },
  `A quokka weighs three kilograms.

## Where a quokka sleeps

In dense shrubs, by day.

${'It eats grass and leaves, and it can go without water for a month.\n\n'.repeat(20)}

## What a quokka wants

To be left alone.`,
)

const onlyRussian = page({ title: 'Только по-русски' }, 'Этой страницы нет на английском.\n\n## Раздел\n\nТекст.')

/** Pages added to the project's content, for cases of which it has no example. */
export const sampleTexts = {
  'en/docs/1.start/80.sample-blocks.md': blocks,
  'en/docs/1.start/81.more-sample-blocks.md': moreBlocks,
  'en/docs/1.start/82.quokka.md': animal,
  'ru/docs/1.start/83.only-russian.md': onlyRussian,
}

export const samplePaths = {
  blocks: '/en/docs/start/sample-blocks',
  moreBlocks: '/en/docs/start/more-sample-blocks',
  animal: '/en/docs/start/quokka',
  onlyRussian: '/docs/start/only-russian',
}
