import { numberAttribute, textAttribute } from './attributes.ts'
import { type BlockProps, childBlocks, otherChildren } from './block.ts'
import { CodeBlock } from './code-block.tsx'
import { languageIcon } from './language-icon.ts'
import { Variants } from './variants.tsx'

/** `::code-group`: code blocks as alternatives, labelled with their file names. */
export function CodeGroup({ block }: BlockProps) {
  const variants = childBlocks(block, 'pre').map((pre) => {
    const language = textAttribute(pre.attributes, 'language')
    const label = textAttribute(pre.attributes, 'filename') ?? textAttribute(pre.attributes, 'label')
    return {
      label: label ?? language,
      icon: textAttribute(pre.attributes, 'icon') ?? languageIcon(language, label),
      content: <CodeBlock block={{ ...pre, attributes: { ...pre.attributes, label, hideHeader: true } }} />,
    }
  })
  return (
    <>
      {variants.length > 0 && (
        <Variants
          className="code-group"
          variants={variants}
          initial={numberAttribute(block.attributes, 'defaultValue') ?? 0}
          sync={textAttribute(block.attributes, 'sync')}
        />
      )}
      {block.render(otherChildren(block, 'pre'))}
    </>
  )
}
