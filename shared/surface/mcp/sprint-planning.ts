import { createHash } from 'node:crypto';
import * as z from 'zod';
import { getSprintPlan, SPRINT_PLAN_PATH } from '../../planning/analysis/get-sprint-plan.ts';
import { planSprint } from '../../planning/analysis/plan-sprint.ts';
import { findWorkKeys } from '../../planning/analysis/read-work.ts';
import { runOperation, type ToolOverrides, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import { assertAlone } from '../../kernel/api/mcp/tool-variant.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import type { SprintPlan } from '../../planning/analysis/proposal.ts';
import {
  applySprintPlan,
  putIntoSprint,
  showPlannedSprint,
} from '../../planning/analysis/apply-sprint-plan.ts';
import { ApiError, invalidRequest } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getSprintWithTally } from '../../planning/sprints/sprint-store.ts';
import { getStoryItem } from '../../planning/story/story-store.ts';

/**
 * Names exactly one proposal: the sprint, and its stories with their versions. A client that sends it has seen the proposal;
 * it gives no rights.
 */
function tokenOf(sprintId: unknown, { stories }: Pick<SprintPlan, 'stories'>): string {
  const shown = stories.map(({ id, updatedAt }) => [id, updatedAt]);
  return createHash('sha256')
    .update(JSON.stringify([sprintId, shown]))
    .digest('base64url')
    .slice(0, 22);
}

const TOKEN = /^[\w-]{22}$/;

async function proposalFor(call: ToolCall, sprintId: unknown): Promise<SprintPlan> {
  const { workspaceId } = call.args;
  return (await runOperation(getSprintPlan, { ...call, args: { workspaceId, sprintId } })).data;
}

/** analyze_sprint: with `plan`, proposes stories of the backlog in place of the analysis. */
export const withProposal = ({ extendInput, extendOutput, run, ...rest }: ToolOverrides): ToolOverrides => ({
  ...rest,
  extendInput: (shape) => ({
    ...extendInput!(shape),
    plan: z.boolean().optional().meta({ description: 'Instead, propose stories of the backlog.' }),
  }),
  extendOutput: () =>
    (extendOutput!() as z.ZodObject).extend({
      plan: z.record(z.string(), z.unknown()).optional(),
      message: z.string().optional(),
      confirmationToken: z.string().optional(),
    }),
  run: async (call) => {
    const { plan, ...args } = call.args;
    if (plan !== true) return await run!({ ...call, args });
    assertAlone(call.args, { asked: 'plan', takes: ['sprintId'] });
    const { name, startDate, endDate, timeZone, stories, ...proposal } = await proposalFor(
      call,
      args['sprintId'],
    );
    const shown = stories.map(({ updatedAt: _, ...story }) => story);
    return {
      data: {
        id: args['sprintId'],
        name,
        startDate,
        endDate,
        timeZone,
        plan: { ...proposal, stories: shown },
        message: inWords(stories, proposal),
        ...(stories.length > 0 ? { confirmationToken: tokenOf(args['sprintId'], { stories }) } : {}),
      },
      replayed: false,
    };
  },
});

/** A proposal for clients that read only text; titles are in the structured result. */
function inWords(
  stories: SprintPlan['stories'],
  plan: Pick<SprintPlan, 'capacity' | 'leftOut' | 'assumptions'>,
) {
  const named = (all: readonly { reference: string; reason: string }[]) =>
    all.map(({ reference, reason }) => `${reference} (${reason})`).join(', ') || 'none';
  if (!plan.capacity)
    return `${plan.assumptions.join(' ')} Choose stories with the user, then call save_sprint with sprintId and stories.`;
  const { p15, p50, p85 } = plan.capacity;
  return `Capacity ${p50} (${p15} to ${p85}). Proposed: ${named(stories)}. Left out: ${named(plan.leftOut)}. Nothing has been changed${stories.length > 0 ? ': ask the user, then call save_sprint with sprintId and confirmationToken' : ''}.`;
}

/** save_sprint: with the token of a proposal, puts its stories into the sprint instead. */
export const plannedSprint: ToolOverrides = {
  extendInput: (shape) => ({
    ...Object.fromEntries(
      Object.entries(shape).map(([name, type]) => [
        name,
        FORWARDED.has(name) ? type : (type as z.ZodType).optional(),
      ]),
    ),
    sprintId: z.string().optional(),
    confirmationToken: z.string().optional().meta({
      description: "With sprintId alone: put the stories of analyze_sprint's plan into it.",
    }),
  }),
  run: async (call) => {
    const { sprintId, confirmationToken } = call.args;
    assertAlone(call.args, { asked: 'confirmationToken', takes: ['sprintId'] });
    if (sprintId === undefined)
      throw invalidRequest([{ path: 'sprintId', code: 'required', message: 'is required' }]);
    if (typeof confirmationToken !== 'string' || !TOKEN.test(confirmationToken))
      throw invalidRequest([
        { path: 'confirmationToken', message: 'is not one of a proposal: call analyze_sprint with plan' },
      ]);
    // The token names one proposal, so a repeat puts its stories in once.
    const args = { idempotencyKey: confirmationToken, ...call.args };
    const filled = await runOperation(applyProposal, { ...call, args });
    // What it counted before they were put in.
    const { storyCounts: _, ...data } = filled.data;
    const count = data.stories?.length;
    return count === undefined
      ? { ...filled, data }
      : { ...filled, data: { ...data, message: `${count} ${count === 1 ? 'story' : 'stories'} put in.` } };
  },
};

/** Puts the stories of a proposal into its sprint, with the rights of applySprintPlan, if it is still the proposal. */
const applyProposal = operation({
  id: 'applySprintProposal',
  method: applySprintPlan.method,
  path: SPRINT_PLAN_PATH,
  tag: applySprintPlan.tag,
  summary: applySprintPlan.summary,
  scopes: applySprintPlan.scopes,
  role: applySprintPlan.role,
  teamRestricted: applySprintPlan.teamRestricted,
  errors: applySprintPlan.errors,
  params: { sprintId: uuid() },
  body: () => z.strictObject({ confirmationToken: z.string() }),
  output: () => applySprintPlan.output.extend({ stories: z.array(z.unknown()).optional() }),
  load: ({ path: { sprintId }, read }) => ({
    sprint: getSprintWithTally(read, sprintId),
    keys: findWorkKeys(read, 'sprint', sprintId),
  }),
  handle: async ({ body: { confirmationToken }, loaded: { sprint, keys }, ...call }) => {
    const plan = await planSprint({ ...call, loaded: { sprint: sprint?.item, keys } });
    if (plan.stories.length === 0 || confirmationToken !== tokenOf(call.path.sprintId, plan))
      throw outdated();
    const stories = plan.stories.map(({ id, updatedAt }) => ({ storyId: id, expectedUpdatedAt: updatedAt }));
    const items = await Promise.all(stories.map(({ storyId }) => getStoryItem(call.read, storyId)));
    const filled = await putIntoSprint(call, stories, { sprint, stories: items });
    return { ...filled, stories: plan.stories.map(({ id, reference, title }) => ({ id, reference, title })) };
  },
  replay: showPlannedSprint,
});

/** What both ways of the tool need. */
const FORWARDED = new Set(['workspaceId', 'idempotencyKey']);

const outdated = () =>
  new ApiError(
    'conflict',
    'The proposal is no longer what it was: the sprint, the backlog or the history has changed.',
    {
      hint: 'Call analyze_sprint with plan again, and ask the user about the new proposal.',
    },
  );
