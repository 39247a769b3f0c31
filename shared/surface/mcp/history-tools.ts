import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import type { ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import { getChangeSet } from '../../events/change-sets/get-change-set.ts';
import { listChangeSets } from '../../events/change-sets/list-change-sets.ts';
import { revertChangeSet } from '../change-sets/revert-change-set.ts';
import { namedChanges } from './named-change-set.ts';
import { revertedChanges } from './reverted-changes.ts';
import { toolsOf } from './tools-of.ts';

const listing: ToolOverrides = {
  declared: {
    name: 'list_change_sets',
    set: 'history',
    title: 'List change sets',
    description:
      'What members and agents changed together since a time, by default a day ago, counted: {"actorId":"me","since":"2026-11-25T18:00:00Z"}.',
    annotations: readOnly,
  },
};

const reading: ToolOverrides = {
  ...namedChanges,
  declared: {
    name: 'get_change_set',
    set: 'history',
    title: 'Get a change set',
    description: 'Every change of a change set, and whether it can be reverted: {"changeSetId":"…"}.',
    annotations: readOnly,
  },
};

/** The tools of what was changed. */
export const historyTools = toolsOf([
  [
    [listChangeSets, listing],
    [getChangeSet, reading],
    [revertChangeSet, revertedChanges],
  ],
]);
