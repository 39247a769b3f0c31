import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../../kernel/core/errors.ts';
import type { SetEvent } from '../../events/change-sets/change-set.ts';
import { actOf, isReversible } from '../../events/change-sets/set-acts.ts';
import { getFromBin } from '../../planning/bin/bin-store.ts';
import { waitForBin } from '../../planning/bin/wait-for-bin.ts';
import { getTeamItem, toTeam } from '../../identity/team/team-store.ts';
import { assertUnused } from '../../identity/statuses/status-archiving.ts';
import type { Status } from '../../identity/status/status.ts';
import { addedByOthers } from './added-by-others.ts';
import { inUse } from './in-use.ts';
import { inverses, type Inverse } from './inverses.ts';
import { planFields, type ResourceChanges } from './plan-revert.ts';
import { isTakenBack } from './taken-back.ts';
import { touchedSince } from './touched-since.ts';
import { followingFields, updateOf } from './revert-story.ts';
import { revertClaim } from './revert-claim.ts';
import { besidesMerge, revertMerge } from './revert-merge.ts';
import { applyLinkPlan, planLinks } from '../../planning/links/revert-links.ts';
import type { RevertOutcome } from './revert-outcome.ts';
import { carryOut, isToTakeOver, takeOver, type Resource, type RevertContext } from './take-over.ts';
import type { StoryLink } from '../../planning/story-parts/link.ts';

/** How long ago something was deleted that the bin may not have yet. */
const RECENT_MS = 10_000;

/** Gives a resource the state that it had before a change set, and notes the outcome. */
export async function revertResource(
  context: RevertContext,
  changes: ResourceChanges,
  outcome: RevertOutcome,
): Promise<void> {
  const { resource, id, first, last } = changes;
  const inverse = inverses.get(resource);
  const isCreated = actOf(first).action === 'created';
  const isDeleted = actOf(last).action === 'deleted';
  // What an agent said in its session stays.
  if (resource === 'agent_session' || (isCreated && isDeleted)) return;
  if (!inverse || !isReversible(isCreated ? first : last)) {
    outcome.irreversible.push({
      resource,
      id,
      reason: isDeleted ? 'It was deleted.' : 'It cannot be reverted.',
    });
    return;
  }
  try {
    if (isDeleted) await restoreDeleted(context, inverse, changes, outcome);
    else if (isCreated) await deleteCreated(context, inverse, changes, outcome);
    else await restoreFields(context, inverse, changes, outcome);
  } catch (error) {
    // Who has no rights at all any more reverts nothing further.
    if (!(error instanceof ApiError) || error.status === 401) throw error;
    if (error.code !== 'not_found') outcome.irreversible.push({ resource, id, reason: error.message });
  }
}

/** The resource as it is now; undefined if it is gone, or is of a kind without versions. */
async function read(
  { run, read: reader, changeSetId }: RevertContext,
  { noun, get, update, path }: Inverse,
  { data }: SetEvent,
): Promise<Resource | undefined> {
  if (get) return (await run(get, { path: path(data) }, changeSetId)) as Resource;
  const item = update && (await reader.get(noun.item.key(data.id)));
  return item && { ...noun.toResource(item) };
}

/** Restores what was deleted, unless it is there again; what is no longer in the bin is irreversible. */
async function restoreDeleted(
  context: RevertContext,
  inverse: Inverse,
  changes: ResourceChanges,
  outcome: RevertOutcome,
): Promise<void> {
  const { noun, restore, path } = inverse;
  const { resource, id, last, fields } = changes;
  const { reverted, irreversible } = outcome;
  const { read: reader, now } = context;
  const place = path(last.data);
  const key = noun.item.key(id);
  if (await reader.get(key)) return;
  const gone = () =>
    irreversible.push({ resource, id, reason: 'It was deleted, and cannot be restored any more.' });
  const look = () => getFromBin(reader, place['storyId']!, key, now);
  const isRecent = now.getTime() - Date.parse(last.timestamp) < RECENT_MS;
  // First, as operations wait for what may still come into the bin: too long for each of hundreds that are not there.
  if (!(await (isRecent ? waitForBin(context, look) : look()))) return void gone();
  try {
    await carryOut(context, restore!, { path: place });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
    return void gone();
  }
  reverted.push({ resource, id, fields: [] });
  // It came back as it was deleted, with what the change set had changed before.
  if (fields.length > 0 && !context.isDry) {
    const { reverted: _, ...noted } = outcome;
    await restoreFields(context, inverse, changes, { ...noted, reverted: [] });
  }
}

/** Deletes what a change set created, or archives what is never deleted, unless others have changed it or added to it since. */
async function deleteCreated(
  context: RevertContext,
  inverse: Inverse,
  { resource, id, last }: ResourceChanges,
  { reverted, conflicts, irreversible }: RevertOutcome,
): Promise<void> {
  const now = await read(context, inverse, last);
  if (!inverse.delete && now?.['archivedAt']) return;
  if (now && (await cameWithTeam(context, resource, now))) {
    irreversible.push({ resource, id, reason: 'It came with its team, which stays.' });
    return;
  }
  const changed = now ? changedSince(inverse, last, now) : [];
  if (now && changed.length > 0) {
    const origin = byVisitor(now);
    conflicts.push(...changed.map((field) => ({ resource, id, field, now: now[field] ?? null, ...origin })));
    return;
  }
  const added =
    (await addedByOthers(context, { resource, id })) ??
    (await inUse(context, { resource, id }, now ?? last.data));
  if (added) {
    conflicts.push({ resource, id, ...added });
    return;
  }
  if (!context.isDry && now && isToTakeOver(context, now, last)) await takeOver(context, last, now);
  await foreseeArchiving(context, resource, now);
  await carryOut(context, (inverse.delete ?? inverse.archive)!, { path: inverse.path(last.data) });
  reverted.push({ resource, id, fields: [] });
}

/** Whether a status was made with its team, which no reversal deletes and which could start no story without it. */
async function cameWithTeam(
  { read: reader }: RevertContext,
  resource: string,
  { teamId, createdAt }: Resource,
): Promise<boolean> {
  if (resource !== 'status' || typeof teamId !== 'string') return false;
  const team = await getTeamItem(reader, teamId);
  return team !== undefined && toTeam(team).createdAt === createdAt;
}

/** Throws in a dry run what archiving a status would be refused with once everything else is reverted. */
async function foreseeArchiving(
  { read: reader, isDry, created, takenBack }: RevertContext,
  resource: string,
  now: Resource | undefined,
): Promise<void> {
  if (!isDry || resource !== 'status' || !now) return;
  const context = { created, takenBack };
  const reverted = new Set([...takenBack.keys()].filter((id) => isTakenBack(context, id, 'statusId')));
  await assertUnused(reader, now as unknown as Status, reverted);
}

/** The fields of a resource that differ from what the change set left: none if what was changed since was changed back. */
function changedSince({ noun }: Inverse, { data }: SetEvent, now: Resource): string[] {
  if (now.updatedAt === data.updatedAt) return [];
  const follows = noun.name === 'story' ? followingFields : [];
  const derived = ['updatedAt', ...follows, ...(noun.mirror === 'none' ? [] : noun.mirror.derived)];
  const left: Record<string, unknown> = data;
  return Object.keys(left).filter(
    (field) =>
      Object.hasOwn(now, field) && !derived.includes(field) && !isDeepStrictEqual(now[field], left[field]),
  );
}

async function restoreFields(
  context: RevertContext,
  inverse: Inverse,
  changes: ResourceChanges,
  outcome: RevertOutcome,
): Promise<void> {
  const { isDry } = context;
  const { resource, id, last, fields } = changes;
  const { reverted, conflicts } = outcome;
  const path = inverse.path(last.data);
  let now = await read(context, inverse, last);
  if (!now || !inverse.update) return;
  const before = now;
  const archiving = fields.find(({ field }) => field === 'archivedAt');
  const flip = archiving?.from === null ? inverse.unarchive : inverse.archive;
  const done: string[] = [];
  if (archiving && flip) {
    if (now['archivedAt'] === archiving.to) {
      if (!isDry && isToTakeOver(context, now, last)) now = await takeOver(context, last, now);
      if (archiving.from !== null) await foreseeArchiving(context, resource, now);
      now = ((await carryOut(context, flip, { path })) ?? now) as Resource;
      done.push('archivedAt');
    } else if ((now['archivedAt'] === null) !== (archiving.from === null)) {
      conflicts.push({ resource, id, field: 'archivedAt', now: now['archivedAt'] ?? null });
    }
  }
  const separated = await revertMerge(context, changes, { now, path }, outcome);
  if (separated) {
    now = separated;
    done.push('mergedIntoId');
  }
  const touched = await touchedSince(context, changes, before);
  const plan = planFields(besidesMerge(fields), now, inverse.update.input.body, touched);
  conflicts.push(...plan.conflicts.map((one) => ({ resource, id, ...one, ...byVisitor(before) })));
  const { operation, also } = updateOf(changes, inverse, { now, restored: plan.restored });
  if (plan.patch || Object.keys(also).length > 0) {
    const over = isToTakeOver(context, now, last) ? { takeOver: true } : {};
    const body = { expectedUpdatedAt: now.updatedAt, ...plan.patch, ...also, ...over };
    now = ((await carryOut(context, operation, { path, body })) ?? now) as Resource;
  }
  done.push(...plan.restored);
  if (await revertClaim(context, changes, { before, now }, outcome)) done.push('claim');
  if (await restoreLinks(context, changes, now, outcome)) done.push('links');
  if (isDecided(changes, now)) outcome.irreversible.push({ resource, id, reason: DECIDED });
  if (done.length > 0) reverted.push({ resource, id, fields: done });
}

/** Marks values of what a visitor wrote, which AI clients can refuse. */
const byVisitor = ({ origin }: Resource) =>
  (origin === 'visitor' ? { origin } : {}) as { origin?: 'visitor' };

const DECIDED = 'What triage decided stays; decide again with triageStory.';

/** Whether a story has another place in triage than before the change set; no operation sets a former one. */
function isDecided({ resource, fields }: ResourceChanges, now: Resource): boolean {
  const change = fields.find(({ field }) => resource === 'story' && field === 'triage');
  return change !== undefined && JSON.stringify(now['triage']) !== JSON.stringify(change.from);
}

/** Gives a story its former links, which have operations of their own; returns whether there was one to restore. */
async function restoreLinks(
  context: RevertContext,
  { resource, id, fields }: ResourceChanges,
  now: Resource,
  { conflicts }: RevertOutcome,
): Promise<boolean> {
  const change = fields.find(({ field }) => resource === 'story' && field === 'links');
  if (!change) return false;
  const plan = planLinks(change, now['links'] as StoryLink[]);
  if (plan.isChangedSince) conflicts.push({ resource, id, field: 'links', now: now['links'] });
  if (!context.isDry) await applyLinkPlan(context, plan, { storyId: id, changeSetId: context.changeSetId });
  return plan.remove.length + plan.add.length + plan.reset.length > 0;
}
