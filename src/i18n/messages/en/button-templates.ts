import type { buttonTemplates as russian } from '../ru/button-templates.ts'
import type { Shape } from '../shape.ts'

export const buttonTemplates = {
  title: 'Button templates',
  description:
    'Rows of buttons to insert into broadcasts. A broadcast gets a copy, so editing or deleting a template does not change it.',
  none: 'No templates yet',
  noneHint: 'Create one, and the broadcast editor will offer it.',
  create: 'New template',
  edit: 'Button template',
  name: 'Name',
  save: 'Save',
  sample: 'Broadcast text',
  uses: 'Where these buttons are used',
  usesNone: 'No broadcast uses exactly these buttons.',
  removal: 'Delete template',
  removalText: 'Broadcasts with these buttons stay the same.',
  remove: 'Delete template',
  nameMissing: 'Enter a name.',
  nameLong: 'Use 80 characters or fewer.',
  nameTaken: 'That name is taken. Choose another.',
  full: 'There are already 200 templates. Delete some to add a new one.',
  stale: 'Someone else has changed this template. Your buttons are below; saving them replaces theirs.',
  flashSaved: 'Template saved.',
  flashRemoved: 'Template deleted.',
} satisfies Shape<typeof russian>
