import { changedFields } from '../../kernel/api/http/changed-fields.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { commit } from '../../kernel/db/write.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { createKeyResult } from '../../planning/key-results/create-key-result.ts';
import { deleteKeyResult } from '../../planning/key-results/delete-key-result.ts';
import { getKeyResult } from '../../planning/key-results/get-key-result.ts';
import type { KeyResult } from '../../planning/key-results/key-result.ts';
import { updateKeyResult } from '../../planning/key-results/update-key-result.ts';
import { createObjective } from '../../planning/objectives/create-objective.ts';
import { deleteObjective } from '../../planning/objectives/delete-objective.ts';
import { updateObjective } from '../../planning/objectives/update-objective.ts';
import { objectivePath, objectivesPath } from '../../planning/page-paths.ts';
import { createStory } from '../../planning/stories/create-story.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import { deleteDraft } from '../accounts/draft-store.ts';
import { PageError } from '../accounts/page-error.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { findMeantStories } from './meant-stories.ts';
import type { MemberCall, MemberForm } from './member-call.ts';
import { ADDED, showObjective } from './objective-page.ts';
import { showObjectives } from './objectives-page.ts';
import { run } from '../accounts/run-operation.ts';

/** A plain day, which is the same date in every zone. */
const dateOf = (day: string): string => `${day}T00:00:00.000Z`;

/** The fields of an objective by those of its form, and how they are read. */
const fields = {
  name: { field: 'name', valueOf: (text: string) => text },
  description: { field: 'description', valueOf: (text: string) => text },
  shortSummary: { field: 'shortSummary', valueOf: (text: string) => text },
  health: { field: 'health', valueOf: (health: string) => health },
  startDate: { field: 'startDate', valueOf: dateOf },
  due: { field: 'endDate', valueOf: dateOf },
  lead: { field: 'leadUserId', valueOf: (id: string) => id },
} as const;

/** What a form sets, and the names of the fields that it empties. */
function patchOf(form: Form): { set: Record<string, string>; cleared: string[] } {
  const sent = Object.entries(fields).flatMap(([name, { field, valueOf }]) => {
    const text = form[name]?.trim();
    return text === undefined ? [] : [{ field, text, value: valueOf(text) }];
  });
  const isSet = ({ field, text }: { field: string; text: string }) => text !== '' || field === 'name';
  return {
    set: Object.fromEntries(sent.filter(isSet).map(({ field, value }) => [field, value])),
    cleared: sent.filter((one) => !isSet(one)).map(({ field }) => field),
  };
}

function assertOrder({ startDate, due }: Form): void {
  if (startDate && due && due < startDate) {
    throw new PageError(400, 'objective.all', 'sprint.order', { field: 'due' });
  }
}

/** Creates an objective, once for each form however often it is sent. */
export const createTeamObjective: MemberForm = {
  async handle(member, form) {
    assertOrder(form);
    const { teamId } = member;
    const body = { teamId, name: '', ...patchOf(form).set };
    const data = await run(member, createObjective, { body, once: form });
    await dropDraft(member, objectivesPath(teamId));
    return redirectResponse(`${objectivePath(data.id)}?done=created`);
  },
  showAgain: showObjectives,
};

/** Changes what differs from what the page was shown with, in the version that it was shown with. */
export const saveObjective: MemberForm = {
  async handle(member, form) {
    assertOrder(form);
    const objectiveId = idOf(member);
    const { set, cleared } = patchOf(changedFields(form));
    if (Object.keys(set).length + cleared.length > 0) {
      const clearFields = cleared.length > 0 ? { clearFields: cleared } : {};
      const body = { expectedUpdatedAt: form['version'], ...set, ...clearFields };
      await run(member, updateObjective, { path: { objectiveId }, body });
    }
    await dropDraft(member, objectivePath(objectiveId));
    return redirectResponse(`${objectivePath(objectiveId)}?done=saved`);
  },
  showAgain: showObjective,
};

/** Adds a key result, once for each form however often it is sent. */
export const addKeyResult: MemberForm = {
  async handle(member, form) {
    const objectiveId = idOf(member);
    const targetValue = numberOf(form['target']);
    const body = {
      objectiveId,
      name: form['resultName']?.trim() ?? '',
      measurementType: form['kind'] ?? 'number',
      ...(targetValue !== undefined && { targetValue }),
    };
    await run(member, createKeyResult, { body, once: form });
    await dropDraft(member, objectivePath(objectiveId));
    return redirectResponse(`${objectivePath(objectiveId)}?done=added#key-results`);
  },
  showAgain: showObjective,
};

/** Sets the value that a key result has now, whatever else of it has changed meanwhile. */
export const checkKeyResult: MemberForm = {
  async handle(member, form) {
    const found = await keyResultOf(member);
    const currentValue = numberOf(form['now']) ?? Number.NaN;
    const body = { expectedUpdatedAt: found.updatedAt, currentValue };
    const path = { keyResultId: found.id };
    if (currentValue !== found.currentValue) await run(member, updateKeyResult, { path, body });
    return redirectResponse(`${objectivePath(found.objectiveId)}?done=resultSaved#key-results`);
  },
  showAgain: showObjective,
};

/** Changes what differs from what the page was shown with, in the version that it was shown with. */
export const saveKeyResult: MemberForm = {
  async handle(member, form) {
    const { id: keyResultId, objectiveId } = await keyResultOf(member);
    const { resultName, start, target } = changedFields(form);
    const patch = {
      ...(resultName !== undefined && { name: resultName }),
      ...(start !== undefined && { startValue: numberOf(start) ?? Number.NaN }),
      ...(target !== undefined && { targetValue: numberOf(target) ?? Number.NaN }),
    };
    if (Object.keys(patch).length > 0) {
      const body = { expectedUpdatedAt: form['version'], ...patch };
      await run(member, updateKeyResult, { path: { keyResultId }, body });
    }
    await dropDraft(member, objectivePath(objectiveId));
    return redirectResponse(`${objectivePath(objectiveId)}?done=resultSaved#key-results`);
  },
  showAgain: showObjective,
};

export const removeKeyResult: MemberForm = {
  async handle(member) {
    const { id: keyResultId, objectiveId } = await keyResultOf(member);
    await run(member, deleteKeyResult, { path: { keyResultId } });
    return redirectResponse(`${objectivePath(objectiveId)}?done=removed#key-results`);
  },
  showAgain: showObjective,
};

export const removeObjective: MemberForm = {
  async handle(member) {
    const objectiveId = idOf(member);
    await run(member, deleteObjective, { path: { objectiveId } });
    await dropDraft(member, objectivePath(objectiveId));
    return redirectResponse(`${objectivesPath(member.teamId)}?done=deleted`);
  },
  showAgain: showObjective,
};

/** Creates a story of an objective, once for each form however often it is sent. */
export const addObjectiveStory: MemberForm = {
  async handle(member, form) {
    const objectiveId = idOf(member);
    const body = { teamId: member.teamId, objectiveId, title: form['title']?.trim() ?? '' };
    const data = await run(member, createStory, { body, once: form });
    await dropDraft(member, objectivePath(objectiveId));
    return redirectResponse(afterStory(objectiveId, 'story', data.id));
  },
  showAgain: showObjective,
};

/** Makes a story count towards the objective that is named by its reference or, by words of its title, found and chosen. */
export const addExistingStory: MemberForm = {
  async handle(member, form) {
    const objectiveId = idOf(member);
    const found = await findMeantStories(member, form, { teamId: member.teamId });
    const [meant, ...others] = found;
    if (meant === undefined) throw refusedStory('story.noneFound');
    if (others.length > 0 || !meant.isCertain) {
      return await showObjective(member, { form, status: 200, problem: undefined, meant: found });
    }
    const path = { storyId: meant.id };
    const { teamId, updatedAt } = await run(member, getStory, { path });
    if (teamId !== member.teamId) throw refusedStory('objective.otherTeam');
    const body = { expectedUpdatedAt: updatedAt, objectiveId };
    await run(member, updateStory, { path, body });
    return redirectResponse(afterStory(objectiveId, 'storyAdded', meant.id));
  },
  showAgain: showObjective,
};

const refusedStory = (text: PlainText): PageError =>
  new PageError(400, 'error.refused', text, { field: 'related' });

/** The page of an objective after a story was added, which it shows although indexes follow a moment later. */
function afterStory(objectiveId: string, done: string, storyId: string): string {
  const query = new URLSearchParams({ done, [ADDED]: storyId });
  return `${objectivePath(objectiveId)}?${query.toString()}#stories`;
}

/** The key result that the path names. Throws a 404 for one of another objective. */
async function keyResultOf(member: MemberCall): Promise<KeyResult> {
  const keyResultId = uuid().safeParse(member.call.request.parameters['keyResultId']).data;
  if (keyResultId === undefined) throw notFound('page');
  const found = await run(member, getKeyResult, { path: { keyResultId } });
  if (found.objectiveId !== idOf(member)) throw notFound('page');
  return found;
}

/** A number as it is typed, with a point or a comma; not a number for other text, undefined for none. */
const numberOf = (text = ''): number | undefined =>
  text.trim() === '' ? undefined : Number(text.trim().replace(',', '.'));

const idOf = ({ call }: MemberCall): string => call.request.parameters['objectiveId']!;

async function dropDraft({ call, visitor }: MemberCall, path: string): Promise<void> {
  await commit(call.services.database, [deleteDraft(visitor.session.user.id, path)]);
}
