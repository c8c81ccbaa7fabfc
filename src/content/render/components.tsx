import type { ReactNode } from 'react'
import { Badge } from './badge.tsx'
import type { BlockProps } from './block.ts'
import { Callout } from './callout.tsx'
import { Card } from './card.tsx'
import { CardGroup } from './card-group.tsx'
import { CodeBlock } from './code/code-block.tsx'
import { CodeCollapse } from './code/code-collapse.tsx'
import { CodeGroup } from './code/code-group.tsx'
import { CodeIcon } from './code/code-icon.tsx'
import { CodePreview } from './code/code-preview.tsx'
import { CodeTree } from './code/code-tree.tsx'
import { InlineCode } from './code/inline-code.tsx'
import { DocumentLink } from './document-link.tsx'
import { Field } from './field.tsx'
import { FieldGroup } from './field-group.tsx'
import { Accordion } from './folding/accordion.tsx'
import { AccordionItem } from './folding/accordion-item.tsx'
import { Collapsible } from './folding/collapsible.tsx'
import { Diagram } from './forms/diagram.tsx'
import { Formula } from './forms/formula.tsx'
import { Heading } from './heading.tsx'
import { InlineIcon } from './inline-icon.tsx'
import { Kbd } from './kbd.tsx'
import { ProseLink } from './links/prose-link.tsx'
import { Paragraph } from './paragraph.tsx'
import { ProseImage } from './pictures/prose-image.tsx'
import { ProductState } from './product-state.tsx'
import { Steps } from './steps.tsx'
import { TableCell } from './table-cell.tsx'
import { TableScroll } from './table-scroll.tsx'
import { Tabs } from './tabs.tsx'
import { TaskBox } from './task-box.tsx'

export type Components = Readonly<Record<string, (props: BlockProps) => ReactNode>>

export const components: Components = {
  a: ProseLink,
  accordion: Accordion,
  'accordion-item': AccordionItem,
  'api-operation': DocumentLink,
  badge: Badge,
  callout: Callout,
  card: Card,
  'card-group': CardGroup,
  caution: Callout,
  code: InlineCode,
  'code-collapse': CodeCollapse,
  'code-group': CodeGroup,
  'code-icon': CodeIcon,
  'code-preview': CodePreview,
  'code-tree': CodeTree,
  collapsible: Collapsible,
  danger: Callout,
  diagram: Diagram,
  field: Field,
  'field-group': FieldGroup,
  formula: Formula,
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  icon: InlineIcon,
  img: ProseImage,
  important: Callout,
  info: Callout,
  input: TaskBox,
  kbd: Kbd,
  note: Callout,
  p: Paragraph,
  pre: CodeBlock,
  'product-state': ProductState,
  steps: Steps,
  table: TableScroll,
  tabs: Tabs,
  td: TableCell,
  th: TableCell,
  tip: Callout,
  warning: Callout,
}

export function findComponent(registry: Components, name: string) {
  return Object.hasOwn(registry, name) ? registry[name] : undefined
}
