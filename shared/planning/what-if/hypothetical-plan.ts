import type { OperationContext } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { ApiError, invalidRequest } from '../../kernel/core/errors.ts';
import { forecastObjective } from '../analysis/forecast-objective.ts';
import { forecastOneSprint } from '../analysis/forecast-sprint.ts';
import { findWorkKeys } from '../analysis/read-work.ts';
import { getObjectiveWithTally, objectiveSortKey } from '../objective/objective-store.ts';
import { previewPlans } from '../scheduling/planner/preview-plans.ts';
import type { assertMembers, changeTime } from '../scheduling/planner/member-change.ts';
import type { MemberChange } from '../scheduling/planner/schedule-preview.ts';
import type { showPreview } from '../scheduling/planner/show-preview.ts';
import { getSprintWithTally, sprintSortKey } from '../sprints/sprint-store.ts';
import type { Story } from '../story/story.ts';
import { talliesWith } from './hypothetical-tallies.ts';
import { hypotheticalMembers, hypotheticalStories, type HypotheticalStory } from './hypothetical-stories.ts';
import type { PlanChange, PlanPreview } from './plan-preview.ts';
import { proposedPlan, type LoadProposed } from './proposed-items.ts';
import { withItems } from './with-items.ts';

/** What previewSchedule does of the same. */
interface SchedulePreviewing {
  assertMembers: typeof assertMembers;
  changeTime: typeof changeTime;
  showPreview: typeof showPreview;
}

interface Previewing extends SchedulePreviewing {
  loadProposed: LoadProposed;
}

/** The most objectives, and sprints, whose forecasts one preview has. */
const FORECASTS_MAX = 10;

type HypotheticalPlanContext = Pick<OperationContext, 'caller' | 'read' | 'now' | 'newId'> & {
  path: { workspaceId: string };
  body: { changes?: readonly PlanChange[] | undefined; proposalId?: string | undefined };
};

/** Forecasts and schedules with changes that no one has made, next to the present ones. */
export async function hypotheticalPlan(
  { path, body, ...context }: HypotheticalPlanContext,
  { loadProposed, ...previewing }: Previewing,
): Promise<PlanPreview> {
  const { caller, read, now } = context;
  const { changes = [], proposalId } = body;
  if (proposalId !== undefined) assertReadsProposals(caller);
  else if (changes.length === 0)
    throw invalidRequest([{ path: 'changes', message: 'must contain a change, unless proposalId is given' }]);
  const proposed = await proposedPlan(
    read,
    proposalId === undefined ? [] : await loadProposed(context, proposalId),
    now,
  );
  const onTop = await hypotheticalStories(changes, { ...context, read: withItems(read, proposed.items) });
  const stories = latest(proposed.stories, onTop);
  const members = hypotheticalMembers(changes);
  await previewing.assertMembers(members, context);
  const touched = (field: 'objectiveId' | 'sprintId') =>
    [...new Set(stories.flatMap(({ was, would }) => [was?.[field], would[field]]))].filter(
      (id): id is string => typeof id === 'string',
    );
  const objectiveIds = [...new Set([...proposed.objectiveIds, ...touched('objectiveId')])];
  const sprintIds = [...new Set([...proposed.sprintIds, ...touched('sprintId')])];
  const tallies = await talliesWith(read, stories, [
    ...objectiveIds.map((id) => ({
      pk: objectiveSortKey(id),
      owns: (story: Story) => story.objectiveId === id,
    })),
    ...sprintIds.map((id) => ({ pk: sprintSortKey(id), owns: (story: Story) => story.sprintId === id })),
  ]);
  const then = withItems(read, [...proposed.items, ...stories.map(({ item }) => item), ...tallies]);
  const subject = { caller, now };
  return {
    objectives: await outlooks(objectiveIds, [read, then], (id, reader) => objectiveIn(reader, id, subject)),
    sprints: await outlooks(sprintIds, [read, then], (id, reader) => sprintIn(reader, id, subject)),
    schedule: await scheduleWith(stories, members, {
      ...context,
      ...previewing,
      workspaceId: path.workspaceId,
    }),
  };
}

/** Each story once, next to what it is now. */
function latest(
  proposed: readonly HypotheticalStory[],
  onTop: readonly HypotheticalStory[],
): HypotheticalStory[] {
  const stories = new Map(proposed.map((one) => [one.would.id, one]));
  for (const one of onTop) {
    const earlier = stories.get(one.would.id);
    stories.set(one.would.id, earlier ? { ...one, was: earlier.was } : one);
  }
  return [...stories.values()];
}

function assertReadsProposals({ scopes }: Caller): void {
  if (scopes.has('proposals:read')) return;
  throw new ApiError('insufficient_scope', 'The token lacks the scope proposals:read.', {
    hint: 'Use a token that has proposals:read, or leave out proposalId.',
    details: { missingScopes: ['proposals:read'] },
  });
}

interface Subject {
  caller: Caller;
  now: Date;
}

const objectiveIn = async (read: Reader, id: string, subject: Subject) =>
  await forecastObjective({ loaded: { objective: await getObjectiveWithTally(read, id) }, read, ...subject });

async function sprintIn(read: Reader, id: string, subject: Subject) {
  const [sprint, keys] = await Promise.all([getSprintWithTally(read, id), findWorkKeys(read, 'sprint', id)]);
  return await forecastOneSprint({ loaded: { sprint, keys }, read, ...subject });
}

/** Forecasts one after the other, as each simulates a team's work; leaves out what the caller cannot see. */
async function outlooks<Forecast>(
  ids: readonly string[],
  [present, then]: readonly [Reader, Reader],
  forecastIn: (id: string, read: Reader) => Promise<Forecast>,
): Promise<{ id: string; now: Forecast; then: Forecast }[]> {
  const found: { id: string; now: Forecast; then: Forecast }[] = [];
  for (const id of ids) {
    if (found.length === FORECASTS_MAX) break;
    try {
      found.push({ id, now: await forecastIn(id, present), then: await forecastIn(id, then) });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
    }
  }
  return found;
}

async function scheduleWith(
  stories: readonly HypotheticalStory[],
  members: readonly MemberChange[],
  {
    read,
    caller,
    now,
    workspaceId,
    changeTime,
    showPreview,
  }: Subject & SchedulePreviewing & { read: Reader; workspaceId: string },
) {
  const times = new Map(members.map((one) => [one.memberId, changeTime(caller, one)] as const));
  // A new story is in no plan yet; no one plans it before the change.
  const made: Item[] = stories.flatMap(({ was, item }) => (was ? [] : [item]));
  const changed = stories.map(({ was, would }) => ({ was: was ?? unplanned(would), would }));
  const reader = made.length > 0 ? withItems(read, made) : read;
  const preview = await previewPlans(reader, { workspaceId, stories: changed, times }, now);
  return await showPreview(reader, caller, preview);
}

const unplanned = (story: Story): Story => ({ ...story, assigneeId: null, autoSchedulingEnabled: false });
