import { ApiError } from '../../kernel/core/errors.ts';
import { deleteAttachment } from '../../planning/page-uploads.ts';
import { createStoryLink, deleteStoryLink } from '../../planning/page-links.ts';
import { createRelation } from '../../planning/relations/create-relation.ts';
import { deleteRelation } from '../../planning/relations/delete-relation.ts';
import { createStory } from '../../planning/stories/create-story.ts';
import { PageError } from '../accounts/page-error.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { findMeantStories } from './meant-stories.ts';
import { doneOn, storyIdsOf, type StoryAct } from './story-act.ts';
import { showStoryPage } from './story-page.ts';
import { FILES, LINKS, RELATIONS, SUB_STORIES } from './story-places.ts';
import { run } from '../accounts/run-operation.ts';

/** Creates a sub-story, once for each form however often it is sent. */
export const addSubStory: StoryAct = async (member, form) => {
  const { storyId: parentId } = storyIdsOf(member);
  const body = { teamId: member.teamId, parentId, title: (form['subStory'] ?? '').trim() };
  await run(member, createStory, { body, once: form });
  return doneOn(member, 'subStory', SUB_STORIES);
};

/** Adds a link. An address without a scheme is one of https, as in browsers. */
export const addLink: StoryAct = async (member, form) => {
  const typed = (form['url'] ?? '').trim();
  const url = /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`;
  const title = (form['linkTitle'] ?? '').trim();
  const body = { url, ...(title !== '' && { title }) };
  await run(member, createStoryLink, { path: storyIdsOf(member), body, once: form }).catch(
    throwAtFields({ url: ['url', 'story.badUrl'], title: ['linkTitle', 'story.longTitle'] }, (error) =>
      error.code === 'conflict' ? ['url', 'story.linkedBefore'] : undefined,
    ),
  );
  return doneOn(member, 'link', LINKS);
};

export const removeLink: StoryAct = async (member, form) => {
  const path = { ...storyIdsOf(member), linkId: form['link'] };
  await run(member, deleteStoryLink, { path }).catch(throwUnlessGone);
  return doneOn(member, 'unlink', LINKS);
};

/** Relates the story to one that is named by its reference or, by words of its title, found and then chosen. */
export const relate: StoryAct = async (member, form) => {
  const { storyId } = storyIdsOf(member);
  const found = await findMeantStories(member, form);
  if (found.length === 0) throw new PageError(400, 'error.refused', 'story.noneFound', { field: 'related' });
  const [meant, ...others] = found;
  if (others.length > 0 || !meant!.isCertain) {
    return await showStoryPage(member, { form, status: 200, problem: undefined, meant: found });
  }
  if (meant!.id === storyId) throw new PageError(400, 'error.refused', 'story.itself', { field: 'related' });
  const body = { type: form['relation'], relatedStoryId: meant!.id };
  await run(member, createRelation, { path: { storyId }, body }).catch(
    throwAtFields({ relatedStoryId: ['related', 'story.circle'] }),
  );
  return doneOn(member, 'relation', RELATIONS);
};

export const unrelate: StoryAct = async (member, form) => {
  const path = { ...storyIdsOf(member), relationId: form['relationId'] };
  await run(member, deleteRelation, { path }).catch(throwUnlessGone);
  return doneOn(member, 'unrelate', RELATIONS);
};

export const deleteFile: StoryAct = async (member, form) => {
  const path = { ...storyIdsOf(member), attachmentId: form['file'] };
  await run(member, deleteAttachment, { path }).catch(throwUnlessGone);
  return doneOn(member, 'unfile', FILES);
};

/** What others have removed meanwhile is removed. */
function throwUnlessGone(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

type Refusal = readonly [field: string, text: PlainText];

/** Says at a field of the form what an operation refused, in words of the page; throws other errors on. */
const throwAtFields =
  (refusals: Readonly<Record<string, Refusal>>, more?: (error: ApiError) => Refusal | undefined) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError)) throw error;
    const named = error.fields.map(({ path }) => refusals[path]).find(Boolean);
    const refusal = more?.(error) ?? named;
    if (refusal === undefined) throw error;
    const [field, text] = refusal;
    throw new PageError(error.status, 'error.refused', text, { field });
  };
