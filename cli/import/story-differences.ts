import type { Story } from '../../shared/planning/story/story.ts';
import type { Field } from './fields.ts';
import { customColumnsOf, type Mapping } from './mapping.ts';
import type { PreparedRow } from './prepared-row.ts';

/** The fields of a story that an update takes from a row, with the field of the mapping that each comes from. */
const compared = {
  title: 'title',
  description: 'description',
  statusId: 'status',
  assigneeId: 'assignee',
  sprintId: 'sprint',
  objectiveId: 'objective',
  priority: 'priority',
  estimateValue: 'estimateValue',
  estimatedDurationMinutes: 'estimatedDurationMinutes',
  labels: 'labels',
  startDate: 'startDate',
  endDate: 'endDate',
  parentId: 'parent',
  externalId: 'externalId',
  externalSource: 'externalSource',
  externalUrl: 'externalUrl',
} as const satisfies Partial<Record<keyof Story, Field>>;
type Compared = keyof typeof compared;

const comparedFields = Object.keys(compared) as Compared[];

/** Fields that a row cannot clear: a story always has them, or its external identity would be lost. */
const kept = new Set<string>('title statusId priority externalId externalSource externalUrl'.split(' '));

/**
 * The body of the update that makes a story what its row says, without expectedUpdatedAt; undefined if they agree. A
 * field without a value in the row is cleared if the file has such a column, unless its value was left out.
 */
export function differencesOf(
  row: PreparedRow,
  wanted: Partial<Story>,
  current: Story,
  mapping: Mapping,
): Record<string, unknown> | undefined {
  const set: Record<string, unknown> = {};
  const clearFields: string[] = [];
  for (const field of comparedFields) {
    const value = wanted[field];
    if (value !== undefined) {
      if (!isSame(value, current[field])) set[field] = value;
    } else if (canClear(field, row, mapping) && !isEmpty(current[field])) {
      clearFields.push(field);
    }
  }
  const custom = customDifferences(row, wanted.customFields ?? {}, current.customFields, mapping);
  if (custom.set !== undefined) set['customFields'] = custom.set;
  clearFields.push(...custom.clearFields);
  if (Object.keys(set).length + clearFields.length === 0) return undefined;
  return { ...set, ...(clearFields.length > 0 ? { clearFields } : {}) };
}

const canClear = (field: Compared, { dropped }: PreparedRow, mapping: Mapping): boolean =>
  !kept.has(field) && mapping[compared[field]] !== undefined && !dropped.has(compared[field]);

function customDifferences(
  { dropped }: PreparedRow,
  wanted: Story['customFields'],
  current: Story['customFields'],
  mapping: Mapping,
): { set: Story['customFields'] | undefined; clearFields: string[] } {
  const set = Object.entries(wanted).filter(([key, value]) => !isSame(value, current[key]));
  const clearFields = customColumnsOf(mapping)
    .filter((column) => !dropped.has(column))
    .map((column) => column.slice('cf.'.length))
    .filter((key) => wanted[key] === undefined && current[key] !== undefined)
    .map((key) => `customFields.${key}`);
  return { set: set.length > 0 ? Object.fromEntries(set) : undefined, clearFields };
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** Lists are the same in any order. */
const isSame = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted())
    : a === b;
