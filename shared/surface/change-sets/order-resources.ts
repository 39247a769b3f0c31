import { actOf } from '../../events/change-sets/set-acts.ts';
import type { ResourceChanges } from './plan-revert.ts';

/** The fields that name other resources which a change set can create, archive or delete together with theirs. */
const references = [
  'parentId',
  'storyId',
  'relatedStoryId',
  'sprintId',
  'objectiveId',
  'keyResultId',
  'statusId',
  'labels',
  'itemId',
  'mergedIntoId',
  'storyIds',
  'templateId',
];

/**
 * Resources in an order in which they can be reverted, otherwise as they come: what is restored before what refers to it
 * afterwards, and what refers to a resource now before that is deleted. Events do not have this order where they
 * happened within a second, which is all that the time of a deletion says.
 */
export function orderResources(resources: readonly ResourceChanges[]): ResourceChanges[] {
  const byId = new Map(resources.map((one) => [one.id, one]));
  const returning = new Set(resources.filter(isReturning));
  const earlier = new Map<ResourceChanges, ResourceChanges[]>();
  const put = (before: ResourceChanges, after: ResourceChanges) => {
    if (before === after) return;
    const known = earlier.get(after);
    if (known) known.push(before);
    else earlier.set(after, [before]);
  };
  for (const one of resources) {
    const [present, former] = namedBy(one);
    for (const other of former.map((id) => byId.get(id))) if (other && returning.has(other)) put(other, one);
    for (const other of present.map((id) => byId.get(id))) if (other && isLeaving(other)) put(one, other);
  }
  for (const all of earlier.values()) all.reverse();
  const ordered = new Set<ResourceChanges>();
  const opened = new Set<ResourceChanges>();
  for (const start of resources) {
    const path = [start];
    for (let one = path.at(-1); one; one = path.at(-1)) {
      opened.add(one);
      const rest = earlier.get(one);
      let next = rest?.pop();
      // What is on the path already closes a cycle, and comes later.
      while (next && opened.has(next)) next = rest?.pop();
      if (next) path.push(next);
      else ordered.add(path.pop()!);
    }
  }
  return [...ordered];
}

/** Whether reverting brings a resource back. */
const isReturning = ({ last, fields }: ResourceChanges): boolean =>
  actOf(last).action === 'deleted' || archivingOf(fields)?.from === null;

/** Whether reverting takes a resource away. */
const isLeaving = ({ first, last, fields }: ResourceChanges): boolean =>
  (actOf(first).action === 'created' && actOf(last).action !== 'deleted') || archivingOf(fields)?.to === null;

const archivingOf = (fields: ResourceChanges['fields']) => fields.find(({ field }) => field === 'archivedAt');

/** The ids that a resource refers to before it is reverted, and after it. */
function namedBy({ last, fields }: ResourceChanges): [present: string[], former: string[]] {
  const data: Record<string, unknown> = last.data;
  const changes = fields.filter(({ field }) => references.includes(field));
  const stored = references.flatMap((field) => idsIn(data[field]));
  const isDeleted = actOf(last).action === 'deleted';
  return [
    isDeleted ? [] : [...stored, ...changes.flatMap(({ to }) => idsIn(to))],
    [...(isDeleted ? stored : []), ...changes.flatMap(({ from }) => idsIn(from))],
  ];
}

const idsIn = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string');
