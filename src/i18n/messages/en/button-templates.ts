import type { buttonTemplates as russian } from '../ru/button-templates.ts'
import type { Shape } from '../shape.ts'

export const buttonTemplates = {
  title: 'Button templates',
  description:
    'Rows of buttons to insert into broadcasts. A broadcast takes a copy: editing or deleting the template does not change it.',
  none: 'There are no templates yet. Create the first one, and the editor of broadcasts will offer it.',
  create: 'New template',
  edit: 'Button template',
  name: 'Name',
  save: 'Save',
  sample: 'Text of the broadcast',
  uses: 'Where these buttons are',
  usesNone: 'No broadcast has exactly these buttons.',
  removal: 'Deletion',
  removalText: 'Broadcasts with these buttons stay as they are.',
  remove: 'Delete the template',
  nameMissing: 'Name the template.',
  nameLong: 'The name is longer than 80 characters.',
  nameTaken: 'There is a template with this name already.',
  full: 'There are 200 templates already. Delete some to add a new one.',
  stale: 'The template was changed meanwhile. Your buttons are below: save again to replace the others with them.',
  flashSaved: 'The template is saved.',
  flashRemoved: 'The template is deleted.',
} satisfies Shape<typeof russian>
