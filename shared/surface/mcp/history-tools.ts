import { destructive, readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import type { ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import { getChangeSet } from '../../events/change-sets/get-change-set.ts';
import { listChangeSets } from '../../events/change-sets/list-change-sets.ts';
import { revertChangeSet } from '../change-sets/revert-change-set.ts';
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
  declared: {
    name: 'get_change_set',
    set: 'history',
    title: 'Get a change set',
    description: 'Every change of a change set, and whether it can be reverted: {"changeSetId":"…"}.',
    annotations: readOnly,
  },
};

const reverting: ToolOverrides = {
  declared: {
    name: 'revert_change_set',
    set: 'history',
    title: 'Revert a change set',
    description:
      'Takes back what a change set did, but for what was changed since: {"changeSetId":"…","dryRun":true,"idempotencyKey":"…"}. With dryRun it only says what it would do; resourceIds limits it to some.',
    annotations: destructive,
  },
};

/** The tools of what was changed. */
export const historyTools = toolsOf([
  [
    [listChangeSets, listing],
    [getChangeSet, reading],
    [revertChangeSet, reverting],
  ],
]);
