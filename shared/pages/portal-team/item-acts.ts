import type { Form } from '../../kernel/api/http/form.ts';
import type { ResourceOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { banVisitor } from '../../feedback/items/ban-visitor.ts';
import { createFeedbackComment } from '../../feedback/items/create-feedback-comment.ts';
import { createFeedbackVote } from '../../feedback/items/create-feedback-vote.ts';
import { deleteFeedbackComment } from '../../feedback/items/delete-feedback-comment.ts';
import { deleteFeedbackVote } from '../../feedback/items/delete-feedback-vote.ts';
import { deleteFeedbackItem } from '../../feedback/items/delete-feedback-item.ts';
import type { FeedbackItem } from '../../feedback/items/item.ts';
import { getFeedbackItem } from '../../feedback/items/get-feedback-item.ts';
import { getItem, mergedOf } from '../../feedback/items/item-store.ts';
import { mergeFeedbackItem } from '../../feedback/items/merge-feedback-item.ts';
import { unbanVisitor } from '../../feedback/items/unban-visitor.ts';
import { unmergeFeedbackItem } from '../../feedback/items/unmerge-feedback-item.ts';
import { updateFeedbackComment } from '../../feedback/items/update-feedback-comment.ts';
import { updateFeedbackItem } from '../../feedback/items/update-feedback-item.ts';
import { getStoryByReference } from '../../planning/stories/get-story-by-reference.ts';
import type { Story } from '../../planning/story/story.ts';
import { ApiError, orNotFound } from '../../kernel/core/errors.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { PageError } from '../session/page-error.ts';
import { addresses } from '../portal/addresses.ts';
import { findItemId, slugOfAddress } from './find-item.ts';
import { linkedReference } from './linkable-stories.ts';
import { findIdeaMatches, type IdeaChoice } from './linked-ideas.ts';
import type { TeamCall } from './team-call.ts';
import { run } from '../kit/run-operation.ts';

/** Carries out a form on an item; returns the slug of the item to show afterwards, if it is another one. */
type ItemAction = (team: TeamCall, item: FeedbackItem, form: Form) => Promise<string | void>;

const linesOf = (form: Form, name: string): string => (form[name] ?? '').replaceAll('\r\n', '\n').trim();

const tagsOf = (form: Form, name: string): string[] => [
  ...new Set(
    (form[name] ?? '')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

/** Updates the version of the item that the form shows, once if the form is sent twice. */
const update = (team: TeamCall, item: FeedbackItem, form: Form, fields: object) =>
  run(team, updateFeedbackItem, {
    path: { itemId: item.id },
    body: { expectedUpdatedAt: form['version'] ?? item.updatedAt, ...fields },
    once: form,
  });

const save: ItemAction = async (team, item, form) => {
  const roadmapSummary = linesOf(form, 'roadmapSummary');
  await update(team, item, form, {
    status: form['status'],
    boardId: form['boardId'],
    tags: tagsOf(form, 'tags'),
    internalTags: tagsOf(form, 'internalTags'),
    ...(roadmapSummary === '' ? { clearFields: ['roadmapSummary'] } : { roadmapSummary }),
  });
};

/** The words of the item; those who wrote it keep its authorship. */
const edit: ItemAction = async (team, item, form) => {
  const description = linesOf(form, 'description');
  await update(team, item, form, {
    title: linesOf(form, 'title'),
    ...(description === '' ? { clearFields: ['description'] } : { description }),
  });
};

/** The status alone, from a row of the inbox. */
const setStatus: ItemAction = async (team, item, form) => {
  await update(team, item, form, { status: form['status'] });
};

const comment = (
  team: TeamCall,
  item: FeedbackItem,
  form: Form,
  body: { content: string; internal: boolean },
) => run(team, createFeedbackComment, { path: { itemId: item.id }, body, once: form });

const answer: ItemAction = async (team, item, form) => {
  const { id } = await comment(team, item, form, { content: linesOf(form, 'content'), internal: false });
  if (form['official'] === undefined) return;
  // The version that was read with this request: pinning overwrites nothing that the form shows.
  await update(team, item, {}, { officialCommentId: id });
};

const note: ItemAction = async (team, item, form) => {
  await comment(team, item, form, { content: linesOf(form, 'note'), internal: true });
};

/** The path of a comment on the item, or on one that was merged into it. */
const commentPath = (item: FeedbackItem, form: Form) => ({
  itemId: form['of'] ?? item.id,
  feedbackCommentId: form['comment'],
});

const setCommentHidden =
  (hidden: boolean): ItemAction =>
  async (team, item, form) => {
    await run(team, updateFeedbackComment, { path: commentPath(item, form), body: { hidden } });
  };

/** The slug of the idea to merge into: the one that was chosen, unless other words were written since; else the one of the text. */
function mergeTarget(form: Form): string {
  const { into = '', chosen, found } = form;
  return chosen !== undefined && into.trim() === found ? chosen : slugOfAddress(into);
}

/** The ideas that the words of a merge can mean, if they are no slug or address of one. */
export async function ideasToChoose(team: TeamCall, item: FeedbackItem, form: Form): Promise<IdeaChoice[]> {
  const text = (form['into'] ?? '').trim();
  if (text === '' || (await findItemId(team, mergeTarget(form))) !== undefined) return [];
  return await findIdeaMatches(team, text, item.id);
}

/** Merges the item into another, given by its slug or address, or chosen among those that words found. */
const merge: ItemAction = async (team, item, form) => {
  const slug = mergeTarget(form);
  const intoItemId = slug === '' ? undefined : await findItemId(team, slug);
  if (intoItemId === undefined) {
    throw new PageError(400, 'error.refused', 'problem.notIdea', { field: 'into' });
  }
  await run(team, mergeFeedbackItem, { path: { itemId: item.id }, body: { intoItemId } });
  return slug;
};

/** The story of a reference; throws a PageError at its field where the member sees none. */
async function storyOrRefuse(team: TeamCall, reference: string): Promise<Story> {
  try {
    return await run(team, getStoryByReference, { path: { reference } });
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 400)) throw error;
    const text = (t: PageTexts) => t.text('tools.noStory', { reference });
    throw new PageError(400, 'error.refused', text, { field: 'reference' });
  }
}

const link: ItemAction = async (team, item, form) => {
  const { id } = await storyOrRefuse(team, linkedReference(form));
  if (!item.storyIds.includes(id)) await update(team, item, {}, { storyIds: [...item.storyIds, id] });
};

/** Creates a story from an item, whose other stories the form shows. The same form again finds the story that it created. */
const story =
  (createStory: ResourceOperation): ItemAction =>
  async (team, item, form) => {
    const { call, portal } = team;
    const address = `${call.services.baseUrl()}${addresses.manageItem(portal.slug, item.slug)}`;
    // The words of visitors are not copied: the text of a story is that of who creates it.
    const written = { teamId: form['teamId'], title: linesOf(form, 'title'), description: address };
    const body = { ...written, anotherStory: true };
    await run(team, createStory, { path: { itemId: item.id }, body, once: form });
  };

/** What the forms of an item do, by the last part of their addresses. Pages do not know the operation that makes stories of items. */
export const itemActs = (createStory: ResourceOperation): Readonly<Record<string, ItemAction>> => ({
  save,
  edit,
  status: setStatus,
  answer,
  note,
  merge,
  link,
  story: story(createStory),
  pin: async (team, item, form) => {
    await update(team, item, form, { officialCommentId: form['comment'] });
  },
  unpin: async (team, item, form) => {
    await update(team, item, form, { clearFields: ['officialCommentId'] });
  },
  hide: async (team, item, form) => {
    await update(team, item, form, { hidden: true });
  },
  show: async (team, item, form) => {
    await update(team, item, form, { hidden: false });
  },
  delete: async (team, { id }, form) => {
    await run(team, deleteFeedbackItem, { path: { itemId: id }, once: form });
  },
  unmerge: async (team, { id }) => {
    await run(team, unmergeFeedbackItem, { path: { itemId: id } });
  },
  'hide-comment': setCommentHidden(true),
  'show-comment': setCommentHidden(false),
  'delete-comment': async (team, item, form) => {
    await run(team, deleteFeedbackComment, { path: commentPath(item, form), once: form });
  },
  ban: async (team, _, form) => {
    try {
      await run(team, banVisitor, { body: { visitorId: form['visitor'] } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_reference') throw error;
      throw new PageError(400, 'error.refused', 'tools.cannotBan');
    }
  },
  unban: async (team, _, form) => {
    await run(team, unbanVisitor, { path: { visitorId: form['visitor'] } });
  },
  vote: async (team, { id }, form) => {
    const body = { email: form['email']?.trim(), name: form['name']?.trim() };
    await run(team, createFeedbackVote, { path: { itemId: id }, body, once: form });
  },
  unvote: async (team, { id }, form) => {
    await run(team, deleteFeedbackVote, { path: { itemId: id, voteId: form['vote'] }, once: form });
  },
  unlink: async (team, item, form) => {
    const { read } = team.call;
    const stored = orNotFound(await getItem(read, item.id), 'item');
    for (const itemId of [item.id, ...mergedOf(stored)]) {
      const one = await run(team, getFeedbackItem, { path: { itemId } });
      if (!one.storyIds.includes(form['story']!)) continue;
      const storyIds = one.storyIds.filter((id) => id !== form['story']);
      await update(team, one, one.id === item.id ? form : {}, { storyIds });
    }
  },
});
