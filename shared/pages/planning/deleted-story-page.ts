import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { storyPath } from '../../planning/paths/page-paths.ts';
import { restoreStory } from '../../planning/stories/restore-story.ts';
import type { MemberCall } from './member-call.ts';
import { memberForm, memberPage } from './member-page.ts';
import { isReference } from './story-by-reference.ts';
import { deletedView } from './story-deletion-view.ts';
import { SAVED } from './story-places.ts';

/** The page that says that a story is deleted, from which it can be restored. */
export const page = memberPage({
  load: (asked) => ({ storyId: deletedIdOf(asked) }),
  view({ storyId }, { t, teamId, query, tools }) {
    const { story } = { ...query, ...tools.form };
    const reference = isReference(story) ? story : undefined;
    return {
      title: t.text('story.deletedTitle'),
      body: deletedView({ ...tools, teamId, storyId, reference }),
    };
  },
});

function deletedIdOf({ call }: Pick<MemberCall, 'call'>): string {
  const { data } = uuid().safeParse(call.request.parameters['deletedId']);
  if (data === undefined) throw notFound('page');
  return data;
}

export const forms = {
  restoreStoryOfTeam: memberForm({
    operation: restoreStory,
    path: (member) => ({ storyId: deletedIdOf(member) }),
    /** One that is not deleted is shown as it is. */
    isDoneIfGone: true,
    keepsDraft: true,
    done: (member) => `${storyPath(deletedIdOf(member))}?done=restored#${SAVED}`,
  }),
};
