import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { deletedStoryPath } from '../../planning/page-paths.ts';
import { archiveStory } from '../../planning/stories/archive-story.ts';
import { deleteStory } from '../../planning/stories/delete-story.ts';
import { toStory } from '../../planning/stories/story-store.ts';
import { unarchiveStory } from '../../planning/stories/unarchive-story.ts';
import { unwatchStory } from '../../planning/stories/unwatch-story.ts';
import { watchStory } from '../../planning/stories/watch-story.ts';
import { doneOn, storyIdsOf, type StoryAct } from './story-act.ts';
import { SAVED } from './story-places.ts';
import { run } from '../accounts/run-operation.ts';

/** Says whether the member is told of the story. */
export const watch: StoryAct = async (member, { watch: choice }) => {
  const isOn = choice === 'yes';
  await run(member, isOn ? watchStory : unwatchStory, { path: storyIdsOf(member) });
  return doneOn(member, isOn ? 'watched' : 'unwatched', SAVED);
};

/** Archives the story, or brings it back. */
export const archive: StoryAct = async (member, { archive: choice }) => {
  const isOn = choice === 'yes';
  await run(member, isOn ? archiveStory : unarchiveStory, { path: storyIdsOf(member) });
  return doneOn(member, isOn ? 'archived' : 'unarchived', SAVED);
};

/** Deletes the story, and leads to where it can be restored. */
export const deleteFromPage: StoryAct = async (member) => {
  const { storyId } = storyIdsOf(member);
  await run(member, deleteStory, { path: { storyId } });
  const query = new URLSearchParams({ story: toStory(member.item).reference });
  return redirectResponse(`${deletedStoryPath(member.teamId, storyId)}?${query.toString()}`);
};
