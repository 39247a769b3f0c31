import type { Story } from '../../shared/planning/story/story.ts';
import type { StatusCategory } from '../../shared/kernel/core/status-category.ts';
import type { ExternalIdentity } from './external.ts';
import type { CustomColumn, Field, RelationField } from './fields.ts';
import type { NumberedKey } from './numbered-key.ts';
import type { RowComment, RowLink, RowTime } from './presets/preset.ts';

/** A value that was omitted because it is invalid, shortened, chosen among several, or named in the description. */
export interface Remark {
  code: 'dropped' | 'shortened' | 'chosen' | 'unassigned' | 'named';
  field: Field | CustomColumn;
  value: string;
  /** A clause about the value, such as `is not a number`. */
  reason: string;
  /** Whether the reason is a rule of the service, which can be understood without the value. */
  isRule?: true;
}

/** A row as a story, with names in place of ids. */
export interface ImportEntry {
  row: number;
  /** The row's key, if the file has keys. */
  key: string | undefined;
  /** The code and number in its key, which its story keeps where its team is new. */
  numbered: NumberedKey | undefined;
  /** The value that parents of other rows refer to, if it is not the key. */
  parentKey: string | undefined;
  /** The identity of the row in this and later imports: its key, or its content. */
  identity: string;
  title: string;
  description: string | undefined;
  team: string | undefined;
  status: string | undefined;
  /** What the file says of it besides its name. */
  statusCategory: StatusCategory | undefined;
  assignee: string | undefined;
  reporter: string | undefined;
  labels: readonly string[];
  priority: Story['priority'] | undefined;
  estimateValue: number | undefined;
  estimatedDurationMinutes: number | undefined;
  startDate: string | undefined;
  endDate: string | undefined;
  createdAt: string | undefined;
  startedAt: string | undefined;
  completedAt: string | undefined;
  parent: string | undefined;
  sprint: string | undefined;
  sprintStart: string | undefined;
  sprintEnd: string | undefined;
  objective: string | undefined;
  /** The rows that it names as related, by their keys. */
  relations: readonly { field: RelationField; key: string }[];
  /** What the row is called in the tool it comes from. */
  external: ExternalIdentity | undefined;
  comments: readonly RowComment[];
  links: readonly RowLink[];
  times: readonly RowTime[];
  /** Votes without people. */
  votes: number | undefined;
  /** Whether its story is to be archived. */
  isArchived: boolean;
  /** The texts for custom fields, of those that have any. */
  customFields: readonly { column: CustomColumn; texts: string[] }[];
  /** Why the row cannot become a story. */
  problems: readonly string[];
  /** Remarks about its values. */
  remarks: readonly Remark[];
}
