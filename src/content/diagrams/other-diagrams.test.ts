import { expect, test } from 'bun:test'
import { diagramDrawer } from './draw-diagrams.ts'
import type { DiagramProblem } from './formulas.ts'

/** Returns the texts of a drawing, its number of arrowheads, and the reported problems */
async function drawn(source: string) {
  const problems: DiagramProblem[] = []
  const draw = await diagramDrawer((problem) => problems.push(problem))
  const markup = String(draw(['pre', { code: source }])?.[1].markup ?? '').replace(/<(style|defs)>.*?<\/\1>/gs, '')
  const words = Array.from(markup.matchAll(/<text[^>]*>(.*?)<\/text>/gs), ([, text = '']) =>
    text.replace(/<[^>]*>/g, '').replace('(no attributes)', ''),
  )
  return {
    words: words.filter(Boolean).sort().join(' | '),
    arrows: markup.match(/ marker-(?:start|end)="/g)?.length ?? 0,
    problems: problems.map((each) => each.message),
  }
}

const sequence = (...lines: string[]) => ['sequenceDiagram', ...lines].join('\n')
const state = (...lines: string[]) => ['stateDiagram-v2', ...lines].join('\n')
const classes = (...lines: string[]) => ['classDiagram', ...lines].join('\n')
const entities = (...lines: string[]) => ['erDiagram', ...lines].join('\n')

test.each([
  [sequence('Web Server->>The DB: Ask', 'The DB-->>Web Server: Told'), 'Ask | The DB | Told | Web Server', 2],
  [sequence('parent->>Child: Hi', 'optician->>android: Look'), 'Child | Hi | Look | android | optician | parent', 2],
  [sequence('participant w as Web (new)', 'w->>w: a#quot;b; one'), 'Web (new) | a&quot;b; one', 1],
  [sequence('autonumber', 'A->>B: Go', 'B-->>A: Gone;'), '1. Go | 2. Gone | A | B', 2],
  [
    sequence('A->>B: Go', 'activate B', 'B-->>A: Gone', 'deactivate B', 'Note over A, B: Done'),
    'A | B | Done | Go | Gone',
    2,
  ],
  [
    sequence('critical try', 'A->>B: Go', 'option lost', 'B->>A: No', 'end'),
    'A | B | Go | No | [lost] | critical [try]',
    2,
  ],
  [state('[*]-->s1', 's1: Waits', 's1-->s2:go', 'state "In work" as s2'), 'In work | Waits | go', 2],
  [state('A --> B', 'B : One', 'B : Two', 'classDef x fill:red', 'class A x'), 'A | OneTwo', 1],
  [state('state "All of it" as C {', '[*] --> Один', '}', 'C --> [*]'), 'All of it | Один', 2],
  ['stateDiagram\nStill', 'Still', 0],
  [classes('A<|--B', 'B"1"-->"*"C:has', 'C ..> D'), '* | 1 | A | B | C | D | has', 3],
  ['classDiagram-v2\ndirection LR\nA <|-- B', 'A | B', 1],
  [
    classes('class A~T~ {', '<<interface>>', '+name: String', '-int age', '+get(id) List~int~', 'made() Date', '}'),
    '&lt;&lt;interface&gt;&gt; | + get(id): List&lt;int&gt; | + name: String | - age: int | A&lt;T&gt; | made(): Date',
    0,
  ],
  [classes('A : +int a', 'A : b() void', '<<enum>> A'), '&lt;&lt;enum&gt;&gt; | + a: int | A | b(): void', 0],
  [entities('USER||--o{ORDER:places', 'USER }o--|| TEAM : "is in"'), 'ORDER | TEAM | USER | is in | places', 0],
  [
    entities('"Order line" {', 'int id PK, FK "the key"', '}', 'Empty', 'A ||..|{ B'),
    'A | B | Empty | Order line | PK,FK | id &quot;the key&quot; | int',
    0,
  ],
])('%s is drawn as written', async (source, words, arrows) => {
  expect(await drawn(source)).toEqual({ words, arrows, problems: [] })
})

test('an actor is drawn as a box, because the library misplaces the name of its figure', async () => {
  const draw = await diagramDrawer(() => undefined)
  const markup = draw(['pre', { code: sequence('actor A as The reader', 'A->>B: Go') }])?.[1].markup
  expect(String(markup)).not.toContain('data-type="actor"')
})

test.each([
  [sequence('A->>B: Go', 'A-xB: Lost'), '"A-xB: Lost" is not supported or not valid'],
  [sequence('A->>B: Go', 'A->B: No head'), '"A->B: No head" is not supported or not valid'],
  [sequence('Note over A: First', 'A->>B: Go'), '"Note over A: First" is not supported or not valid'],
  [sequence('A->>B: Go', 'loop never', 'Note over A: In', 'end'), '"end" is not supported or not valid'],
  [sequence('A->>B: Go', 'else', 'end'), '"else" is not supported or not valid'],
  [sequence('rect rgb(0,0,0)', 'A->>B: Go', 'end'), '"rect rgb(0,0,0)" is not supported or not valid'],
  [sequence('box Blue', 'participant A', 'end'), '"box Blue" is not supported or not valid'],
  [sequence('loop ever', 'A->>B: Go'), 'a block is not closed'],
  [state('A --> B', 'note right of A: Hi'), '"note right of A: Hi" is not supported or not valid'],
  [state('A --> B', 'note right of A', 'Hi', 'end note'), '"note right of A" is not supported or not valid'],
  [state('state A <<choice>>'), '"state A <<choice>>" is not supported or not valid'],
  [state('A --> B', '--', 'C --> D'), '"--" is not supported or not valid'],
  [state('state A {', '[*] --> B'), 'a block is not closed'],
  [classes('A <|-- B', 'note for A "Hi"'), '"note for A \\"Hi\\"" is not supported or not valid'],
  [classes('A -- B'), '"A -- B" is not supported or not valid'],
  [classes('namespace N {', 'class A', '}'), '"namespace N {" is not supported or not valid'],
  [classes('class A["Named"]'), '"class A[\\"Named\\"]" is not supported or not valid'],
  [classes('class A {', '+on(f: () => void)', '}'), '"+on(f: () => void)" is not supported or not valid'],
  [classes('class A {', '+int a'), 'a block is not closed'],
  [entities('p[Person] {', 'int id', '}'), '"p[Person] {" is not supported or not valid'],
  [entities('A one or more to B : x'), '"A one or more to B : x" is not supported or not valid'],
  [entities('A {', 'id', '}'), '"id" is not supported or not valid'],
])('%s is not drawn and its line is reported', async (source, message) => {
  expect(await drawn(source)).toEqual({ words: '', arrows: 0, problems: [message] })
})
