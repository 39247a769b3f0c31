import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { announceUpload } from './announce-upload.ts';
import { showDeletionPage } from './story-deletion.ts';
import { commentOnStory } from './comment-on-story.ts';
import type { MemberCall, MemberForm } from './member-call.ts';
import { saveStory } from './save-story.ts';
import { showStoryPage } from './story-page.ts';
import type { StoryAct } from './story-act.ts';
import { archive, deleteFromPage, watch } from './story-life-acts.ts';
import { addLink, addSubStory, deleteFile, relate, removeLink, unrelate } from './story-part-acts.ts';

/** What the forms of a story's page do, by the last part of their addresses. */
const acts: Readonly<Record<string, StoryAct>> = {
  comment: commentOnStory,
  save: saveStory,
  'sub-stories': addSubStory,
  link: addLink,
  unlink: removeLink,
  relate,
  unrelate,
  'delete-file': deleteFile,
  upload: announceUpload,
  watch,
  archive,
  delete: deleteFromPage,
};

const actOf = ({ call }: MemberCall): string => call.request.parameters['act']!;

/** A form of a story's page. */
export const actOnStory: MemberForm = {
  async handle(member, form): Promise<WebResponse> {
    const act = actOf(member);
    if (!Object.hasOwn(acts, act)) throw notFound('page');
    return await acts[act]!(member, form);
  },
  showAgain: async (member, refused) =>
    actOf(member) === 'delete'
      ? await showDeletionPage(member, refused)
      : await showStoryPage(member, refused),
};
