import * as z from 'zod';
import { priorities } from '../../kernel/core/priority.ts';
import { inclusion, oneOrMany, updatedBefore, updatedSince } from '../../kernel/core/query-parameters.ts';
import { text, timestamp, uuid, memoize } from '../../kernel/core/schema.ts';
import { customFieldKey } from '../story-parts/custom-field.ts';
import { statusCategories } from '../../kernel/core/status-category.ts';

const idOr = (...words: [string, ...string[]]) =>
  z.union([uuid(), z.enum(words)], {
    error: `must be a UUID${words
      .map((word) => `, ${word}`)
      .join('')
      .replace(/, (\w+)$/, ' or $1')}`,
  });

const since = (what: string) =>
  timestamp()
    .optional()
    .meta({ description: `${what} at or after this time.` });
const before = (what: string) =>
  timestamp()
    .optional()
    .meta({ description: `${what} before this time.` });

/** The most characters of a search text. */
const TEXT_MAX_CHARACTERS = 500;

/** The most values of one custom field. */
const VALUES_MAX = 50;

/** What stories can be filtered by; those of the first lists answer from indexes, the others from read models. */
export const storyQuery = memoize(() => ({
  teamId: uuid().optional(),
  statusId: oneOrMany(uuid()),
  statusCategory: oneOrMany(z.enum(statusCategories)),
  assigneeId: oneOrMany(idOr('me', 'none')).meta({
    description: "A member's id, `me` for the caller, or `none` for unassigned stories.",
  }),
  reporterId: oneOrMany(idOr('me')).meta({ description: "A member's id, or `me` for the caller." }),
  labelId: oneOrMany(uuid()),
  priority: oneOrMany(z.enum(priorities)),
  sprintId: oneOrMany(idOr('none')).meta({ description: '`none` for stories without a sprint.' }),
  objectiveId: oneOrMany(uuid()),
  keyResultId: oneOrMany(uuid()),
  parentId: oneOrMany(idOr('none')).meta({
    description: '`none` for stories without a parent.',
  }),
  blocked: z.boolean().optional().meta({ description: 'Whether an unfinished story blocks it.' }),
  overdue: z
    .boolean()
    .optional()
    .meta({ description: 'Whether it is unfinished after the UTC day of its endDate.' }),
  dueSince: since('endDate'),
  dueBefore: before('endDate'),
  createdSince: since('createdAt'),
  createdBefore: before('createdAt'),
  updatedSince: updatedSince(),
  updatedBefore: updatedBefore(),
  completedSince: since('completedAt'),
  completedBefore: before('completedAt'),
  q: text({ max: TEXT_MAX_CHARACTERS }).optional().meta({
    description:
      'Words of title, description or reference; "quoted phrases"; `-word` for what must not occur.',
  }),
  cf: z
    .record(customFieldKey(), z.array(text({ max: TEXT_MAX_CHARACTERS })).max(VALUES_MAX))
    .optional()
    .meta({
      description:
        'Values of custom fields by their keys, as in `cf.severity=high,low`; `none` for stories without a value. A number can be a range such as `>3` or `2..5`, a date one such as `<2026-12-01`.',
    }),
  filter: text({ max: TEXT_MAX_CHARACTERS }).optional().meta({
    description:
      'The filters as people write them, such as `assignee:me (is:blocked OR due:<2w) -label:"needs design" estimate:>3 sprint:current sort:-priority,due passkeys`.',
  }),
  archived: inclusion('archived'),
}));

/** The parameters as they are read: values of one parameter as a list. */
export type StoryQuery = z.output<z.ZodObject<ReturnType<typeof storyQuery>>>;
