import { archiveCustomField } from './archive-custom-field.ts';
import { createCustomField } from './create-custom-field.ts';
import { getCustomField } from './get-custom-field.ts';
import { listCustomFields } from './list-custom-fields.ts';
import { unarchiveCustomField } from './unarchive-custom-field.ts';
import { updateCustomField } from './update-custom-field.ts';

export const customFieldOperations = [
  listCustomFields,
  createCustomField,
  getCustomField,
  updateCustomField,
  archiveCustomField,
  unarchiveCustomField,
];
