import type * as z from 'zod';
import type { StoredRule } from '../../events/rules/rule.ts';
import { nounsWith } from '../../nouns/nouns.ts';
import { storySchema } from '../../planning/story/story.ts';

const ofEvent: readonly string[] = [
  'id',
  'type',
  'timestamp',
  'workspaceId',
  'teamId',
  'changeSetId',
  'origin',
];
const ofActor: readonly string[] = ['id', 'kind', 'via', 'name', 'ruleId'];

/** Why a run can never know a path, as the rest of a sentence; undefined if it may. */
export function knownPath(
  { on, if: filter }: Pick<StoredRule, 'on' | 'if'>,
  path: string,
): string | undefined {
  const [root, first = '', second = ''] = path.split('.') as [string, string?, string?];
  const unknown = `has {{${path}}}, which no run knows`;
  if (on === null && filter === null)
    return `has {{${path}}}, but a schedule without a filter is about no story`;
  if (root === 'story') return first in storySchema().shape ? undefined : unknown;
  if (root === 'assignee') return ['id', 'name'].includes(first) ? undefined : unknown;
  if (on === null) return `has {{${path}}}, but a schedule has only story and assignee`;
  if (root === 'actor') return ofActor.includes(first) ? undefined : unknown;
  if (root !== 'event') return unknown;
  if (ofEvent.includes(first)) return undefined;
  if (first === 'actor') return ofActor.includes(second) ? undefined : unknown;
  if (first !== 'data' || second === '') return unknown;
  return on.some((kind) => fieldsOf(kind.split('.')[0]!)?.has(second) ?? true) ? undefined : unknown;
}

/** The fields of the data of events of a subject; undefined where they are not known. */
function fieldsOf(subject: string): ReadonlySet<string> | undefined {
  const noun = nounsWith('events').find(({ name }) => name === subject);
  const schema: z.ZodType | undefined = noun && (noun.events.data ?? noun.schema)();
  return schema && 'shape' in schema ? new Set(Object.keys(schema.shape as object)) : undefined;
}
