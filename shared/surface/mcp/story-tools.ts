import { withVariants } from '../../kernel/api/mcp/tool-variant.ts';
import {
  listedActivities,
  listedSessions,
  reportedActivity,
} from '../../planning/agent-sessions/agent-session-tool.ts';
import { changedFile, shownFile } from '../../planning/attachments/attachment-tool.ts';
import { claimStory } from '../../planning/claims/claim-story.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import { listComments } from '../../planning/comments/list-comments.ts';
import { linkedPage } from '../../planning/links/link-tool.ts';
import { listedUpdates } from '../../planning/objective-updates/objective-update-tool.ts';
import { createRelation } from '../../planning/relations/create-relation.ts';
import { createStory } from '../../planning/stories/create-story.ts';
import { deleteStory } from '../../planning/stories/delete-story.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import { listedTimes, savedTime } from '../../planning/time-entries/time-entry-tool.ts';
import { search } from '../../search/search.ts';
import { claimedStory } from './claimed-story.ts';
import { commentsByAuthor } from './comments-by-author.ts';
import { confirmedDeletion } from './confirmed-deletion.ts';
import { listedOrCounted } from './counted-stories.ts';
import { feedbackComments, storyComments } from './feedback-triage.ts';
import { manyChangedStories } from './changed-stories.ts';
import { manyNewStories } from './new-stories.ts';
import { addingOrRemoving, relationChange } from './relation-change.ts';
import { savedComment } from './saved-comment.ts';
import { searchWithState } from './search-with-state.ts';
import { severalComments, severalRelations } from './several-relations.ts';
import { withFieldsOnDemand } from './story-parts.ts';
import { decidedInTriage, listedWaiting } from './story-triage.ts';
import { storyWithRelations, withOrigin } from './story-with-relations.ts';
import { toolsOf } from './tools-of.ts';
import { inFullIfAsked } from './whole-texts.ts';

/** The tools of stories, and of what is on them. */
export const storyTools = toolsOf([
  [
    [search, searchWithState],
    [listStories, withFieldsOnDemand(withVariants(listStories, listedOrCounted, [listedWaiting]))],
    [getStory, withVariants(getStory, storyWithRelations, [withOrigin(shownFile)])],
    [createStory, manyNewStories],
    [updateStory, manyChangedStories],
    [deleteStory, confirmedDeletion],
  ],
  [
    [
      createRelation,
      addingOrRemoving(
        withVariants(createRelation, relationChange, [severalRelations, changedFile, linkedPage]),
      ),
    ],
  ],
  [[claimStory, claimedStory]],
  [
    [
      listComments,
      inFullIfAsked(
        withVariants(listComments, storyComments, [
          listedTimes,
          listedSessions,
          listedActivities,
          listedUpdates,
          feedbackComments,
          commentsByAuthor,
        ]),
      ),
    ],
    [
      createComment,
      withVariants(createComment, savedComment, [
        severalComments,
        reportedActivity,
        decidedInTriage,
        savedTime,
      ]),
    ],
  ],
]);
