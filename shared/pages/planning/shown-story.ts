import type { Comment } from '../../planning/comments/comment.ts';
import type { Status } from '../../identity/status/status.ts';
import type { PageComments } from '../../planning/pages/page-comments.ts';
import type { PageField } from '../../planning/pages/page-fields.ts';
import type { PageFile } from '../../planning/pages/page-files.ts';
import type { Relation } from '../../planning/relations/relation.ts';
import type { RelatedStory } from '../../planning/story/story-relations.ts';
import type { Story } from '../../planning/story/story.ts';
import type { FormTools } from '../kit/form-tools.ts';
import type { StoryChoices } from './story-choices.ts';
import type { StoryActivity } from './story-activity.ts';
import type { StoryFields } from './story-fields.ts';

/** What the page of a story shows. */
export interface ShownStory extends FormTools {
  now: Date;
  /** What its fields are chosen from; undefined for guests, who comment, and do not change stories. */
  choices: StoryChoices | undefined;
  /** The values of its fields: those that the reader has changed and not saved, too. */
  values: StoryFields;
  touched: Partial<StoryFields>;
  /** The current values of those that others have changed meanwhile. */
  changedMeanwhile: Partial<StoryFields>;
  /** The id of the member who reads the page. */
  memberId: string;
  /** Whether the reader is notified of the story. */
  isWatching: boolean;
  story: Story;
  team: { id: string; name: string };
  /** The codes of the teams that the reader is in. */
  teamCodes: ReadonlySet<string>;
  /** Those of its team, in the order of the workflow, archived ones too. */
  statuses: readonly Status[];
  assignee: string | undefined;
  reporter: string | undefined;
  labels: readonly { id: string; name: string }[];
  sprint: string | undefined;
  objective: string | undefined;
  /** Undefined also if the member cannot see it. */
  parent: { id: string; reference: string; title: string } | undefined;
  /** The oldest first. */
  subStories: readonly RelatedStory[];
  fields: readonly PageField[];
  relations: readonly Relation[];
  files: readonly PageFile[];
  /** The URL that large files are uploaded to; undefined where none can be. */
  uploadsTo: string | undefined;
  comments: PageComments;
  /** What was done with it, the oldest first. */
  activity: readonly StoryActivity[];
  /** Whether the reader may change a comment. */
  mayChange: (comment: Comment) => boolean;
  /** The people whom texts can mention, as far as they are known. */
  people: readonly { id: string; name: string }[];
  /** The id of the top-level comment that the form replies to. */
  replyTo: string | undefined;
  /** The name of a member or service account, if the member can see it. */
  nameOf: (id: string) => string | undefined;
  /** The id of the comment that the request names, which may have just been posted. */
  named: string | undefined;
  /** Whether the comment in the form was typed earlier, as the page says. */
  isDraft: boolean;
  /** Whether what was not carried out is a change of the story rather than a comment. */
  isChange: boolean;
}
