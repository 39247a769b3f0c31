import type { Form } from '../../kernel/api/http/form.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { commit } from '../../kernel/db/write.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import { createStoryLink, deleteStoryLink } from '../../planning/pages/page-links.ts';
import { COMMENT, commentAnchor } from '../../planning/paths/page-paths.ts';
import { createAttachment, deleteAttachment, UNKNOWN_TYPE } from '../../planning/pages/page-uploads.ts';
import { createRelation } from '../../planning/relations/create-relation.ts';
import { deleteRelation } from '../../planning/relations/delete-relation.ts';
import { archiveStory } from '../../planning/stories/archive-story.ts';
import { createStory } from '../../planning/stories/create-story.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { unarchiveStory } from '../../planning/stories/unarchive-story.ts';
import { unwatchStory } from '../../planning/stories/unwatch-story.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import { watchStory } from '../../planning/stories/watch-story.ts';
import { draftOf } from '../session/draft.ts';
import { deleteDraft, putDraft } from '../session/draft-store.ts';
import { PageError } from '../session/page-error.ts';
import { inWordsOf, namesOf, text } from '../kit/form.ts';
import type { FormCode } from '../kit/page.ts';
import { run, runWhole } from '../kit/run-operation.ts';
import { addStoryFile } from './add-story-file.ts';
import { KEPT } from './comment-form-view.ts';
import { findStoryMatches } from './story-matches.ts';
import type { MemberCall } from './member-call.ts';
import { memberForm } from './member-page.ts';
import { changedMeanwhile, storyFields, storyPatchOf, touchedFields } from './story-fields.ts';
import { storyIdsOf } from './story-ids.ts';
import { FILES, LINKS, RELATIONS, SAVED, SUB_STORIES } from './story-places.ts';

type StoryForm = FormCode<MemberCall>;

/** Adds a comment or a reply, once for each form however often it is sent; other changes wait to be saved. */
const commentOnStory: StoryForm = {
  async handle(member, form) {
    const { call, visitor, page } = member;
    const parentId = form['parentId'];
    const body = { content: (form['content'] ?? '').trim(), ...(parentId && { parentId }) };
    const { id } = await run(member, createComment, { path: storyIdsOf(member), body, once: form });
    const unsaved = draftOf(touchedFields(form));
    const { id: userId } = visitor.session.user;
    await commit(call.services.database, [
      Object.keys(unsaved).length > 0 ? putDraft(userId, page, unsaved, call.now) : deleteDraft(userId, page),
    ]);
    return redirectResponse(`${page}?done=comment&${COMMENT}=${id}#${commentAnchor(id)}`);
  },
};

/** Changes what differs from what the page was shown with, and keeps the comment that was being typed. */
const saveStory: StoryForm = {
  names: namesOf(storyFields),
  async handle(member, form) {
    const patch = storyPatchOf(touchedFields(form));
    if (Object.keys(patch).length > 0) await updateUnlessChanged(member, form, patch);
    await keepComment(member, form);
    return redirectResponse(`${member.page}?done=saved#${SAVED}`);
  },
};

/** How often a story is read again that others go on changing. */
const ATTEMPTS = 4;

/**
 * Updates the version that the page was shown with. If the story has another one by now, that one is updated, unless it
 * differs in a field of the form.
 */
async function updateUnlessChanged(member: MemberCall, form: Form, patch: object): Promise<void> {
  const path = storyIdsOf(member);
  let version = form['version'];
  for (let attempt = 1; ; attempt++) {
    try {
      await run(member, updateStory, { path, body: { expectedUpdatedAt: version, ...patch } });
      return;
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'version_conflict';
      if (!isStale || attempt === ATTEMPTS) throw error;
    }
    const story = await run(member, getStory, { path });
    if (Object.keys(changedMeanwhile(form, story)).length > 0) {
      throw new PageError(409, 'error.refused', 'story.conflict');
    }
    version = story.updatedAt;
  }
}

async function keepComment({ call, visitor, page }: MemberCall, form: Form): Promise<void> {
  const { content = '', parentId } = form;
  const { id } = visitor.session.user;
  const isTyped = content.trim() !== '';
  if (!isTyped && form[KEPT] === undefined) return;
  const draft = draftOf({ content, ...(parentId && { parentId }) });
  await commit(call.services.database, [
    isTyped ? putDraft(id, page, draft, call.now) : deleteDraft(id, page),
  ]);
}

/** An address without a scheme is one of https, as in browsers. */
function linkOf(_: unknown, { url = '', linkTitle = '' }: Form): Record<string, unknown> {
  const typed = url.trim();
  const title = linkTitle.trim();
  const address = /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`;
  return { url: address, ...(title !== '' && { title }) };
}

/** Relates the story to one that is named by its reference or, by words of its title, found and then chosen. */
const relate: StoryForm = {
  async handle(member, form) {
    const path = storyIdsOf(member);
    const { exact, matches } = await findStoryMatches(member, form);
    if (exact === undefined) {
      if (matches.length > 0) return { form, status: 200, problem: undefined, matches };
      throw new PageError(400, 'error.refused', 'story.noneFound', { field: 'related' });
    }
    if (exact === path.storyId)
      throw new PageError(400, 'error.refused', 'story.itself', { field: 'related' });
    const body = { type: form['relation'], relatedStoryId: exact };
    await run(member, createRelation, { path, body }).catch((error: unknown) => {
      throw inWordsOf(error, { relatedStoryId: ['related', 'story.circle'] });
    });
    return redirectResponse(`${member.page}?done=relation#${RELATIONS}`);
  },
};

/** Announces a file that a script uploads past the service, and returns how, as JSON. */
const announceUpload: StoryForm = {
  async handle(member, { name, type = UNKNOWN_TYPE, size }) {
    const body = { name, contentType: type, size: Number(size) };
    const { data, secret } = await runWhole(member, createAttachment, { path: storyIdsOf(member), body });
    const { url, fields } = secret!;
    return {
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'private, no-store' },
      body: JSON.stringify({ id: data.id, url, fields }),
    };
  },
};

/** Says whether the member is notified of the story. */
const watch: StoryForm = {
  async handle(member, { watch: choice }) {
    const isOn = choice === 'yes';
    await run(member, isOn ? watchStory : unwatchStory, { path: storyIdsOf(member) });
    return redirectResponse(`${member.page}?done=${isOn ? 'watched' : 'unwatched'}#${SAVED}`);
  },
};

/** Archives the story, or brings it back. */
const archive: StoryForm = {
  async handle(member, { archive: choice }) {
    const isOn = choice === 'yes';
    await run(member, isOn ? archiveStory : unarchiveStory, { path: storyIdsOf(member) });
    return redirectResponse(`${member.page}?done=${isOn ? 'archived' : 'unarchived'}#${SAVED}`);
  },
};

export const forms = {
  commentOnStory,
  saveStory,
  addSubStory: memberForm({
    operation: createStory,
    fields: { subStory: text('title') },
    body: (member) => ({ teamId: member.teamId, parentId: storyIdsOf(member).storyId, title: '' }),
    keepsDraft: true,
    done: `?done=subStory#${SUB_STORIES}`,
  }),
  addStoryLink: memberForm({
    operation: createStoryLink,
    body: linkOf,
    refusals: {
      conflict: ['url', 'story.linkedBefore'],
      url: ['url', 'story.badUrl'],
      title: ['linkTitle', 'story.longTitle'],
    },
    keepsDraft: true,
    done: `?done=link#${LINKS}`,
  }),
  removeStoryLink: memberForm({
    operation: deleteStoryLink,
    path: (_, { link }) => ({ linkId: link }),
    isDoneIfGone: true,
    keepsDraft: true,
    done: `?done=unlink#${LINKS}`,
  }),
  relateStory: relate,
  unrelateStory: memberForm({
    operation: deleteRelation,
    path: (_, { relationId }) => ({ relationId }),
    isDoneIfGone: true,
    keepsDraft: true,
    done: `?done=unrelate#${RELATIONS}`,
  }),
  addStoryFile,
  deleteStoryFile: memberForm({
    operation: deleteAttachment,
    path: (_, { file }) => ({ attachmentId: file }),
    isDoneIfGone: true,
    keepsDraft: true,
    done: `?done=unfile#${FILES}`,
  }),
  announceStoryFile: announceUpload,
  chooseStoryWatch: watch,
  chooseStoryArchive: archive,
};
