import { changedFields } from '../../kernel/api/http/changed-fields.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { ApiError, notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { commit } from '../../kernel/db/write.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { sprintPath, sprintsPath } from '../../planning/page-paths.ts';
import { createSprint } from '../../planning/sprints/create-sprint.ts';
import { deleteSprint } from '../../planning/sprints/delete-sprint.ts';
import { updateSprint } from '../../planning/sprints/update-sprint.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import type { Story } from '../../planning/stories/story.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import { deleteDraft } from '../accounts/draft-store.ts';
import { PageError } from '../accounts/page-error.ts';
import { sprintOfPathOrThrow } from './find-sprint.ts';
import type { MemberCall, MemberForm } from './member-call.ts';
import { CHANGED, CHANGED_MAX, showSprint } from './sprint-page.ts';
import { STORY_BOX } from './sprint-view.ts';
import { showSprints } from './sprints-page.ts';
import { run } from '../accounts/run-operation.ts';

/** The most stories that one form adds to a sprint: as many as its page offers. */
const ADDED_MAX = 50;

/** A plain day, which is the same date in every zone. */
const dateOf = (day: string): string => `${day}T00:00:00.000Z`;

/** Throws for a sprint that would end before it begins. */
function assertOrder({ startDate, due }: Form): void {
  if (startDate && due && due < startDate)
    throw new PageError(400, 'sprint.all', 'sprint.order', { field: 'due' });
}

/** Creates a sprint, once for each form however often it is sent. */
export const createTeamSprint: MemberForm = {
  async handle(member, form) {
    const { call, teamId, visitor } = member;
    assertOrder(form);
    const goal = form['goal']?.trim();
    const body = {
      teamId,
      name: form['name']?.trim() ?? '',
      startDate: dateOf(form['startDate'] ?? ''),
      endDate: dateOf(form['due'] ?? ''),
      ...(goal && { goal }),
    };
    const data = await run(member, createSprint, { body, once: form });
    await commit(call.services.database, [deleteDraft(visitor.session.user.id, sprintsPath(teamId))]);
    return redirectResponse(`${sprintPath(teamId, data.id)}?done=created`);
  },
  showAgain: showSprints,
};

/** Changes what differs from what the page was shown with, in the version that it was shown with. */
export const saveSprint: MemberForm = {
  async handle(member, form) {
    const { call, visitor } = member;
    const { sprintId, path } = await sprintOf(member);
    assertOrder(form);
    const patch = patchOf(changedFields(form));
    if (Object.keys(patch).length > 0) {
      const body = { expectedUpdatedAt: form['version'], ...patch };
      await run(member, updateSprint, { path: { sprintId }, body });
    }
    await commit(call.services.database, [deleteDraft(visitor.session.user.id, path)]);
    return redirectResponse(`${path}?done=saved`);
  },
  showAgain: showSprint,
};

/** The fields of an update for those of its form; an empty goal is cleared. */
function patchOf({ name, goal, startDate, due }: Form): Record<string, unknown> {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(startDate !== undefined && { startDate: dateOf(startDate) }),
    ...(due !== undefined && { endDate: dateOf(due) }),
    ...(goal !== undefined && (goal.trim() === '' ? { clearFields: ['goal'] } : { goal: goal.trim() })),
  };
}

export const removeSprint: MemberForm = {
  async handle(member) {
    const { sprintId } = await sprintOf(member);
    await run(member, deleteSprint, { path: { sprintId } });
    return redirectResponse(`${sprintsPath(member.teamId)}?done=deleted`);
  },
  showAgain: showSprint,
};

/** The page of a sprint after its stories have changed, with some of them: its indexes and counts follow a moment later. */
function afterPlanning(path: string, done: string, storyIds: readonly string[]): string {
  const query = new URLSearchParams({ done, [CHANGED]: storyIds.slice(0, CHANGED_MAX).join(',') });
  return `${path}?${query.toString()}#stories`;
}

/** Puts the ticked stories into a sprint, or takes one out of it, whatever else of them has changed meanwhile. */
export const planStories: MemberForm = {
  async handle(member, form) {
    const { sprintId, path } = await sprintOf(member);
    const { remove } = form;
    if (remove !== undefined) {
      const { sprintId: current } = await storyOf(member, remove);
      if (current === sprintId) await plan(member, remove, { clearFields: ['sprintId'] });
      return redirectResponse(afterPlanning(path, 'removed', [remove]));
    }
    const ticked = Object.keys(form).flatMap((name) =>
      name.startsWith(STORY_BOX) ? name.slice(STORY_BOX.length) : [],
    );
    if (ticked.length === 0) throw new PageError(400, 'sprint.add', 'sprint.noneTicked');
    const added = await Promise.allSettled(
      ticked.slice(0, ADDED_MAX).map((id) => plan(member, id, { sprintId })),
    );
    // One that was deleted meanwhile does not stop the others.
    const failed = added.find((one) => one.status === 'rejected' && !isGone(one.reason));
    if (failed?.status === 'rejected') throw failed.reason;
    return redirectResponse(afterPlanning(path, 'added', ticked));
  },
  showAgain: showSprint,
};

const isGone = (reason: unknown): boolean => reason instanceof ApiError && reason.status === 404;

async function plan(member: MemberCall, id: string, change: object): Promise<void> {
  const { updatedAt } = await storyOf(member, id);
  await run(member, updateStory, {
    path: { storyId: id },
    body: { expectedUpdatedAt: updatedAt, ...change },
  });
}

/** A story of the team whose sprint it is. Throws a 404 for others. */
async function storyOf(member: MemberCall, id: string): Promise<Story> {
  const storyId = uuid().safeParse(id).data;
  if (storyId === undefined) throw notFound('story');
  const story = await run(member, getStory, { path: { storyId } });
  if (story.teamId !== member.teamId) throw notFound('story');
  return story;
}

/** The id of the sprint that a path names, and the path of its page. */
async function sprintOf(member: MemberCall): Promise<{ sprintId: string; path: string }> {
  const { id, teamId } = await sprintOfPathOrThrow(member);
  return { sprintId: id, path: sprintPath(teamId, id) };
}
