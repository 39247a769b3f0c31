import * as z from 'zod';
import { nameKey } from '../../kernel/core/name-key.ts';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { charactersIn, longText, memoize, name, timestamp, uuid } from '../../kernel/core/schema.ts';

/** What a custom field can hold. */
export const customFieldType = memoize(() =>
  z
    .enum(['text', 'number', 'date', 'select', 'multi_select', 'user', 'url', 'checkbox'])
    .meta({ id: 'CustomFieldType' }),
);

/** The most custom fields of a workspace and its teams that are not archived. */
export const CUSTOM_FIELDS_MAX = 50;

/** The most options of a field. */
const OPTIONS_MAX = 100;
const DESCRIPTION_MAX_CHARACTERS = 1_024;

/** The name of a field in `customFields`, in filters and in exports. */
export const customFieldKey = memoize(() =>
  z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, {
    error: 'must be a lower-case letter, then up to 39 lower-case letters, digits and _',
  }),
);

/** The most entries of a value, and the most characters of a text. */
const VALUES_MAX = 50;
const TEXT_MAX_CHARACTERS = 2_000;

const fieldText = memoize(() =>
  z
    .string()
    .refine((value) => charactersIn(value) <= TEXT_MAX_CHARACTERS, {
      error: `must be at most ${TEXT_MAX_CHARACTERS} characters`,
      params: { code: 'too_large' },
    })
    .meta({ maxLength: TEXT_MAX_CHARACTERS }),
);

/** The value of a custom field, of whichever type. */
const customFieldValue = memoize(() =>
  z.union([fieldText(), z.number(), z.boolean(), z.array(fieldText()).max(VALUES_MAX)], {
    error: ({ input }) =>
      input === null
        ? 'must not be null: to clear it, name customFields.<key> in clearFields'
        : 'must be a short text, a number, true, false or a list of short texts',
  }),
);
export type CustomFieldValue = z.output<ReturnType<typeof customFieldValue>>;

/** Values by the keys of their fields. */
export const customFieldValues = memoize(() => z.record(customFieldKey(), customFieldValue()));
export type CustomFieldValues = z.output<ReturnType<typeof customFieldValues>>;

/** The values that a request sets, each of which is looked up. */
export const sentFieldValues = memoize(() =>
  customFieldValues().refine((values) => Object.keys(values).length <= CUSTOM_FIELDS_MAX, {
    error: `must have at most ${CUSTOM_FIELDS_MAX} fields`,
    params: { code: 'too_large' },
  }),
);

const options = () =>
  z
    .array(name())
    .max(OPTIONS_MAX, { error: `must contain at most ${OPTIONS_MAX} entries` })
    .refine((names) => new Set(names.map(nameKey)).size === names.length, {
      error: 'must not contain the same name twice',
      params: { code: 'repeated' },
    });

export const customFieldSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      workspaceId: uuid(),
      key: customFieldKey().meta({
        description: "Its name in a story's customFields; never changes.",
      }),
      name: name(),
      type: customFieldType(),
      teamId: uuid().nullable().meta({
        description: 'The team whose stories have it; null for all teams.',
      }),
      options: z.array(z.string()).meta({ description: 'The values of a select or multi_select, in order.' }),
      required: z.boolean().meta({ description: 'Whether a new story must have a value.' }),
      default: customFieldValue()
        .nullable()
        .meta({ description: 'The value of new stories that give none.' }),
      description: z.string().nullable(),
      createdAt: timestamp(),
      updatedAt: timestamp(),
      archivedAt: timestamp().nullable().meta({
        description: 'When it was archived. Stories keep their values.',
      }),
    })
    .meta({ id: 'CustomField', description: 'A field of stories that a workspace or a team has defined.' }),
);

export type CustomField = z.output<ReturnType<typeof customFieldSchema>>;

/** What callers can set on creation and on update. */
const settable = memoize(() => ({
  name: name(),
  options: options(),
  required: z.boolean(),
  default: customFieldValue(),
  description: longText(DESCRIPTION_MAX_CHARACTERS),
}));

export const customFieldCreateSchema = memoize(() =>
  z
    .strictObject({
      ...z.object(settable()).partial().shape,
      name: name(),
      type: customFieldType(),
      key: customFieldKey()
        .optional()
        .meta({ description: 'By default the name in lower case, with _ between words.' }),
      teamId: uuid().optional(),
    })
    .meta({ id: 'CreateCustomFieldRequest' }),
);

/** The update schema of a custom field. */
export const customFieldPatch = definePatch('UpdateCustomFieldRequest', {
  fields: settable,
  cleared: { default: null, description: null },
});
