import * as z from 'zod';
import {
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOperation,
} from '../../kernel/api/mcp/tool.ts';
import { fieldsIn, isObject } from '../../kernel/api/mcp/result-data.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { namedFields, readNames } from '../../nouns/names.ts';
import { createRule } from '../rules/create-rule.ts';
import { listRules } from '../rules/list-rules.ts';
import { rulePreviewSchema } from '../rules/preview-schemas.ts';
import { previewRule } from '../rules/preview-rule.ts';
import { previewStoredRule } from '../rules/preview-stored-rule.ts';
import { storiesOf, titledStories } from '../rules/titled-stories.ts';
import { revertRule } from '../rules/revert-rule.ts';
import type { ToolOutcome } from '../../kernel/api/mcp/tool-result.ts';
import { listedIdOf } from './listed-id.ts';
import { withNamedIds } from './named-arguments.ts';

const TOOL = { name: 'manage_setup', role: 'member' } as const;

/** What is run for an action on a rule, with ids in place of names. One that is not stored is previewed from its settings. */
export async function ruleAction(
  call: ToolCall,
  action: ToolOperation,
  { id, recipes: _, ...args }: Arguments,
): Promise<{ action: ToolOperation; args: Arguments }> {
  const { then, teamId: team, ...rest } = args;
  const [scope = {}] = await withNamedIds(TOOL, call, [team === undefined ? {} : { teamId: team }]);
  const own = { ...rest, ...(then === undefined ? {} : { then: await withActionNames(call, then, scope) }) };
  const ruleId =
    id === undefined ? {} : { ruleId: await listedIdOf(call, { list: listRules, noun: 'rule' }, id) };
  if (action === previewRule && id !== undefined) {
    const { workspaceId, days } = args;
    return {
      action: previewStoredRule,
      args: { workspaceId, ...ruleId, ...(days === undefined ? {} : { days }) },
    };
  }
  if (action === previewRule) {
    const { workspaceId, days, ...rule }: Arguments = own;
    const named = { name: 'Preview', ...rule, ...scope };
    return { action, args: { workspaceId, rule: named, ...(days === undefined ? {} : { days }) } };
  }
  // Of a rule that is there, a team only says in which one names are meant.
  const takesTeam = action === createRule || action === listRules;
  return { action, args: { ...own, ...(takesTeam ? scope : {}), ...ruleId } };
}

/** The actions of a rule with ids in place of names; what a placeholder will fill in stays. */
async function withActionNames(call: ToolCall, then: unknown, scope: Arguments): Promise<unknown> {
  if (!Array.isArray(then) || !then.every((one) => isObject(one) && isObject(one['input']))) return then;
  return await Promise.all(
    (then as { input: Arguments }[]).map(async (one) => {
      const entries = Object.entries(one.input);
      const filled = entries.filter(([, value]) => JSON.stringify(value).includes('{{'));
      const plain = Object.fromEntries(entries.filter((entry) => !filled.includes(entry)));
      const [{ teamId, ...named } = {}] = await withNamedIds(TOOL, call, [{ ...scope, ...plain }]);
      const ownTeam = plain['teamId'] === undefined ? {} : { teamId };
      return { ...one, input: { ...named, ...ownTeam, ...Object.fromEntries(filled) } };
    }),
  );
}

const effectSchema = memoize(() => z.array(z.record(z.string(), z.unknown())));

/** What a rule would have done as people read it: stories by reference and title, and names in place of ids. */
const describeEffects = operation({
  id: 'manage_setup',
  method: 'GET',
  path: `${WORKSPACE_PATH}/rule-effects`,
  tag: previewRule.tag,
  summary: 'Describe what a rule would have done',
  scopes: previewRule.scopes,
  role: previewRule.role,
  query: () => ({ would: rulePreviewSchema().shape.would }),
  output: effectSchema,
  handle: async ({ query: { would }, read, caller }) => {
    const stories = await titledStories({ read, caller }, storiesOf(would));
    const storyName = (id: string): string | undefined => {
      const story = stories.get(id);
      return story && `${story.reference} ${story.title}`;
    };
    const ids = would.flatMap(({ changes }) =>
      changes.flatMap(({ field, from, to }) =>
        idsIn(field, from, to).map((one) => [namedFields.get(field)!.kind, one] as const),
      ),
    );
    const names = await readNames({ read, caller }, ids);
    const said = (value: unknown): string =>
      Array.isArray(value)
        ? value.map(said).join(', ')
        : (names.get(String(value)) ??
          storyName(String(value)) ??
          (typeof value === 'string' ? value : JSON.stringify(value)));
    return would.map(({ at, operation: action, resource, id, changes }) => ({
      at,
      operation: action,
      [resource]: id === null ? null : (storyName(id) ?? id),
      changes: changes.map(({ field, from, to }) => `${field}: ${said(from)} → ${said(to)}`),
    }));
  },
});

const idsIn = (field: string, ...values: unknown[]): string[] =>
  namedFields.has(field) ? values.flat().filter((one): one is string => uuid().safeParse(one).success) : [];

/** What an action on rules answers, as people read it. */
export async function describedRule(
  call: ToolCall,
  action: ToolOperation,
  outcome: ToolOutcome,
): Promise<ToolOutcome> {
  // Imported on demand: each file that a first call of the tool reads takes time.
  if (action === revertRule)
    return await (await import('./reverted-changes.ts')).describedReversal(call, action, outcome);
  if (action === previewRule)
    return { ...outcome, data: await describedPreview(call, outcome.data), isRead: true };
  if (action !== listRules || call.args['recipes'] !== true) return outcome;
  const { describedRecipes } = await import('./rule-recipes.ts');
  return { ...outcome, data: { ...fieldsIn(outcome.data), recipes: describedRecipes() } };
}

/** A preview story by story, with a sentence that says how often. */
async function describedPreview(call: ToolCall, data: unknown): Promise<Arguments> {
  const { events, matched, would, wouldFail, truncated } = rulePreviewSchema().parse(data);
  const { workspaceId } = call.args;
  const { data: shown } = await runOperation(describeEffects, { ...call, args: { workspaceId, would } });
  const cut = truncated ? ' There are more events than were looked at.' : '';
  const message = `Nothing was changed. Of ${events} events, it would have run for ${matched}: ${would.length} effects, ${wouldFail.length} failures.${cut}`;
  return { message, would: shown, ...(wouldFail.length > 0 ? { wouldFail } : {}) };
}
