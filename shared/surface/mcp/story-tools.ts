import { claimStory } from '../../planning/claims/claim-story.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import { listComments } from '../../planning/comments/list-comments.ts';
import { createRelation } from '../../planning/relations/create-relation.ts';
import { createStory } from '../../planning/stories/create-story.ts';
import { deleteStory } from '../../planning/stories/delete-story.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import { search } from '../../search/search.ts';
import { claimedStory } from './claimed-story.ts';
import { confirmedDeletion } from './confirmed-deletion.ts';
import { listedOrCounted } from './counted-stories.ts';
import { listAnyComments } from './feedback-triage.ts';
import { manyChangedStories, manyNewStories } from './many-stories.ts';
import { relationChange } from './relation-change.ts';
import { savedComment } from './saved-comment.ts';
import { storyWithRelations } from './story-with-relations.ts';
import { toolsOf } from './tools-of.ts';

/** The tools of stories, and of what is on them. */
export const storyTools = toolsOf([
  [
    [search],
    [listStories, listedOrCounted],
    [getStory, storyWithRelations],
    [createStory, manyNewStories],
    [updateStory, manyChangedStories],
    [deleteStory, confirmedDeletion],
  ],
  [[createRelation, relationChange]],
  [[claimStory, claimedStory]],
  [
    [listComments, listAnyComments],
    [createComment, savedComment],
  ],
]);
