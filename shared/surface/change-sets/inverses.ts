import type { ResourceOperation, ServedOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { suffixOf } from '../../kernel/noun/define-noun.ts';
import { nounsWith, type NounWith } from '../../nouns/nouns.ts';
import { statusOperations } from '../../identity/statuses/index.ts';
import { labelOperations } from '../../planning/labels/index.ts';
import { analysisGroup } from '../groups/analysis.ts';
import { commentGroup } from '../groups/comments.ts';
import { feedbackGroup } from '../groups/feedback.ts';
import { moderationGroup } from '../groups/moderation.ts';
import { planningGroup } from '../groups/planning.ts';
import { scheduleGroup } from '../groups/schedule.ts';
import { storyGroup } from '../groups/stories.ts';

type Data = Record<string, unknown> & { id: string };

/** The operations of a noun that read a resource and take back what was done to it; it need not have all of them. */
export interface Inverse {
  noun: NounWith<'reverts'>;
  get?: ResourceOperation;
  update?: ResourceOperation;
  /** What is never deleted is archived if a change set created it. */
  delete?: ResourceOperation;
  archive?: ResourceOperation;
  unarchive?: ResourceOperation;
  /** Puts one back that was deleted. */
  restore?: ResourceOperation;
  /** The parameters of their path, from the data of an event. */
  path: (data: Data) => Record<string, string>;
}

// The group of the workspace has the operations of this folder, so it is not among them.
const operations: readonly ServedOperation[] = [
  ...storyGroup,
  ...commentGroup,
  ...planningGroup,
  ...analysisGroup,
  ...scheduleGroup,
  ...labelOperations,
  ...statusOperations,
  ...feedbackGroup,
  ...moderationGroup,
];

const acts = ['get', 'update', 'delete', 'archive', 'unarchive', 'restore'] as const;

/** By resource, as event types name them. */
export const inverses: ReadonlyMap<string, Inverse> = new Map(
  nounsWith('reverts').map((noun) => [noun.name, inverseOf(noun)]),
);

function inverseOf(noun: NounWith<'reverts'>): Inverse {
  const own = acts.flatMap((act) => {
    const found = operations.find(({ id }) => id === `${act}${suffixOf(noun)}`);
    return found?.kind === 'resource' ? [[act, found] as const] : [];
  });
  const [, { path } = { path: '' }] = own[0] ?? [];
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) =>
    name === 'workspaceId' ? [] : [name!],
  );
  const last = names.at(-1);
  return {
    noun,
    ...Object.fromEntries(own),
    path: (data) =>
      Object.fromEntries(names.map((name) => [name, String(name === last ? data.id : data[name])])),
  };
}
