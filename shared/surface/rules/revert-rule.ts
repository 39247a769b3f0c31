import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import { getRule } from '../../events/rules/rule-store.ts';
import { acceptedSchema } from '../change-sets/revert-job.ts';
import { revertOutcomeSchema } from '../change-sets/revert-outcome.ts';
import { assertMayKeep, RULE_PATH, visibleRuleOrThrow } from './rule-access.ts';

const request = memoize(() =>
  z
    .strictObject({
      since: timestamp().meta({ description: 'What it did at or after this time.' }),
      dryRun: z
        .boolean()
        .optional()
        .meta({ description: 'Only says what would be reverted.', default: false }),
    })
    .meta({ id: 'RevertRuleRequest' }),
);

export const revertRule = operation({
  id: 'revertRule',
  method: 'POST',
  path: `${RULE_PATH}/revert`,
  tag: 'Rules',
  summary: 'Revert what a rule did',
  description:
    'Takes back, like revertChangeSet and with the rights of the caller, all that a rule did since a time. What was changed since is kept and listed in conflicts.',
  scopes: ['rules:write'],
  role: 'member',
  cost: 10,
  errors: ['not_found', 'conflict', 'team_required'],
  params: { ruleId: uuid() },
  body: request,
  output: revertOutcomeSchema,
  accepted: acceptedSchema,
  load: ({ path, read }) => ({ known: getRule(read, path.workspaceId, path.ruleId) }),
  handle: async ({ body: { dryRun, since }, loaded, ...call }) => {
    const { rule } = visibleRuleOrThrow(call.caller, loaded.known);
    assertMayKeep(call.caller, rule.teamId);
    // Imported on demand: few requests of its function revert something.
    const { revert } = await import('../change-sets/revert.ts');
    return await revert(call, { ruleId: rule.id, since }, { dryRun });
  },
  replay: async (call) => await (await import('../change-sets/revert-record.ts')).recordedAnswer(call),
});
