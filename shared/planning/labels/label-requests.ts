import { definePatch } from '../../kernel/api/operation/patch.ts';
import { color, name } from '../../kernel/core/schema.ts';

/** The update schema of a label. */
export const labelPatch = definePatch('UpdateLabelRequest', {
  fields: () => ({ name: name(), color: color() }),
});
