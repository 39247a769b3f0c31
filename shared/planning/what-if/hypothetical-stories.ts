import type { OperationContext } from '../../kernel/core/call.ts';
import type { Item } from '../../kernel/core/database.ts';
import { invalidReference, invalidRequest, type FieldProblem } from '../../kernel/core/errors.ts';
import { getTeamRules, type TeamRules } from '../../identity/team/team-store.ts';
import type { PlacedMemberChange } from '../scheduling/planner/member-change.ts';
import { patchStory } from '../story/patch-story.ts';
import { loadReferences, resolveReferences, storyReferenceErrors } from '../story-references/references.ts';
import { draftStory, storyProblems, withReference } from '../story/story-rules.ts';
import { getStoryItem, startedAtOf, storyItem, storyTeamOf, toStory } from '../story/story-store.ts';
import type { Story } from '../story/story.ts';
import type { PlanChange } from './plan-preview.ts';

type HypotheticalStoriesContext = Pick<OperationContext, 'caller' | 'read' | 'now' | 'newId'>;

/** A story as it would be, with its item; `was` is undefined for a new one. */
export interface HypotheticalStory {
  was: Story | undefined;
  would: Story;
  item: Item;
}

/** Throws a 400 for a story or a team that the caller cannot read, or a change that an update would refuse. */
export async function hypotheticalStories(
  changes: readonly PlanChange[],
  context: HypotheticalStoriesContext,
): Promise<HypotheticalStory[]> {
  assertOneEach(changes);
  assertDistinct(changes, 'storyId');
  const found = changes.map(async (change, at) => {
    if (change.create) return await created(change.create, `changes.${at}.create`, context);
    return change.storyId === undefined ? [] : await changed(change, `changes.${at}`, context);
  });
  return (await Promise.all(found)).flat();
}

/** The changes of working time, each of another person. */
export function hypotheticalMembers(changes: readonly PlanChange[]): PlacedMemberChange[] {
  assertDistinct(changes, 'memberId');
  return changes.flatMap(({ memberId, timeOff, workingHours, busy }, at) =>
    memberId === undefined ? [] : [{ memberId, timeOff, workingHours, busy, place: `changes.${at}` }],
  );
}

const kinds = ['storyId', 'memberId', 'create'] as const;

/** A change is of one kind, with what belongs to it. */
function assertOneEach(changes: readonly PlanChange[]): void {
  const at = changes.findIndex((one) => {
    const [kind, ...others] = kinds.filter((name) => one[name] !== undefined);
    const isOfMember = (one.timeOff ?? one.workingHours ?? one.busy) !== undefined;
    const fits = (one.patch !== undefined) === (kind === 'storyId') && isOfMember === (kind === 'memberId');
    return kind === undefined || others.length > 0 || !fits;
  });
  if (at < 0) return;
  const message = 'must have storyId and patch, memberId and timeOff, workingHours or busy, or create';
  throw invalidRequest([{ path: `changes.${at}`, message }]);
}

function assertDistinct(changes: readonly PlanChange[], name: 'storyId' | 'memberId'): void {
  const ids = changes.map((change) => change[name]);
  const at = ids.findIndex((id, position) => id !== undefined && ids.indexOf(id) !== position);
  if (at < 0) return;
  throw invalidRequest([{ path: `changes.${at}.${name}`, code: 'repeated', message: 'is named twice' }]);
}

const within = (place: string, problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.map((one) => ({ ...one, path: `${place}.${one.path}` }));

async function changed(
  { storyId, patch }: PlanChange,
  place: string,
  { read, caller, now }: HypotheticalStoriesContext,
): Promise<HypotheticalStory> {
  const stored = await getStoryItem(read, storyId!);
  if (!stored || !caller.teamIds.has(storyTeamOf(stored))) {
    const path = `${place}.storyId`;
    throw invalidReference([{ path, message: 'is not a story that this credential can access' }]);
  }
  const was = toStory(stored);
  const [references, team] = await Promise.all([
    loadReferences(read, was.workspaceId, patch!),
    getTeamRules(read, was.teamId),
  ]);
  const errors = storyReferenceErrors(patch!, references, { teamId: was.teamId, caller, current: was });
  if (errors.length > 0) throw invalidReference(within(`${place}.patch`, errors));
  const scheme = team?.estimateScheme;
  const update = { ...patch, expectedUpdatedAt: was.updatedAt };
  const would = patchStory(was, update, resolveReferences(patch!, references), { scheme, now });
  const problems = storyProblems(would, patch!.estimateValue === undefined ? undefined : scheme);
  if (problems.length > 0) throw invalidRequest(within(`${place}.patch`, problems));
  return { was, would, item: storyItem(would, startedAtOf(stored)) };
}

async function created(
  fields: NonNullable<PlanChange['create']>,
  place: string,
  { read, caller, now, newId }: HypotheticalStoriesContext,
): Promise<HypotheticalStory> {
  const { workspaceId } = caller;
  const [team, references] = await Promise.all([
    getTeamRules(read, fields.teamId),
    loadReferences(read, workspaceId, fields),
  ]);
  if (!team || !caller.teamIds.has(team.id)) {
    const path = `${place}.teamId`;
    throw invalidReference([{ path, message: 'is not a team that this credential can access' }]);
  }
  const errors = storyReferenceErrors(fields, references, { teamId: team.id, caller });
  if (errors.length > 0) throw invalidReference(within(place, errors));
  const would = newStory(
    fields,
    team,
    { id: newId(), workspaceId, reporterId: caller.principalId, now },
    resolveReferences(fields, references),
  );
  const problems = storyProblems(would, team.estimateScheme);
  if (problems.length > 0) throw invalidRequest(within(place, problems));
  return { was: undefined, would, item: storyItem(would, undefined) };
}

const newStory = (
  fields: NonNullable<PlanChange['create']>,
  team: TeamRules,
  made: Parameters<typeof draftStory>[3],
  resolved: Parameters<typeof draftStory>[2],
): Story =>
  withReference(
    draftStory({ ...fields, title: fields.title ?? 'New story', customFields: {} }, team, resolved, made),
    team.code,
    0,
  );
