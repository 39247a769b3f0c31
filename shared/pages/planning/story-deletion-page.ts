import { notFound } from '../../kernel/core/errors.ts';
import { deletedStoryPath } from '../../planning/paths/page-paths.ts';
import { deleteStory } from '../../planning/stories/delete-story.ts';
import { toStory } from '../../planning/story/story-store.ts';
import { memberForm, memberPage } from './member-page.ts';
import { deletionView } from './story-deletion-view.ts';
import { storyIdsOf } from './story-ids.ts';

/** The page that asks whether a story is to be deleted. */
export const page = memberPage({
  load({ member, item }) {
    if (member.role === 'guest') throw notFound('page');
    return { story: toStory(item) };
  },
  view: ({ story }, { tools }) => ({
    title: `${story.reference} ${story.title}`,
    body: deletionView({ ...tools, story }),
  }),
});

export const forms = {
  deleteStoryOfTeam: memberForm({
    operation: deleteStory,
    keepsDraft: true,
    /** Where it can be restored. */
    done(member) {
      const query = new URLSearchParams({ story: toStory(member.item).reference });
      return `${deletedStoryPath(member.teamId, storyIdsOf(member).storyId)}?${query.toString()}`;
    },
  }),
};
