import type { Form } from '../../kernel/api/http/form.ts';
import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import type { FeedbackVote } from '../../feedback/items/feedback-vote.ts';
import type { FeedbackItem } from '../../feedback/items/item.ts';
import type { Status } from '../../identity/status/status.ts';
import type { Story } from '../../planning/story/story.ts';
import type { Board } from '../../feedback/portal/portal.ts';
import type { Fragment, Html } from '../../kernel/html/html.ts';
import { addresses } from '../portal/addresses.ts';
import type { StoryChoice } from './linkable-stories.ts';
import type { IdeaChoice } from './linked-ideas.ts';
import { teamForm, type FormBinding, type Problem } from '../kit/form-view.ts';

export interface LinkedStory {
  id: string;
  /** Undefined if the member is not in its team. */
  shown:
    | (Pick<Story, 'reference' | 'title'> & { status: Pick<Status, 'name' | 'category'> | undefined })
    | undefined;
}

/** What the team sees of an item, and can do with it. */
export interface ItemPanel extends FormBinding {
  portal: { slug: string; boards: readonly Board[] };
  /** The page that shows the panel. */
  place: 'idea' | 'manage';
  /** The page that its forms lead back to: of one that was refused or asks for a choice, where it was sent. */
  returnTo: ItemPanel['place'];
  item: FeedbackItem;
  /** The members who can read notes, whom these can mention, and the id of the reader. */
  people: readonly { id: string; name: string }[];
  memberId: string;
  /** The name of the member who posted it for a customer; undefined if its author did. */
  addedBy: string | undefined;
  /** Also hidden ones and notes; oldest first. */
  comments: readonly FeedbackComment[];
  /** A page of those who voted, and the cursor of the next one; only admins see it. */
  votes: { shown: readonly FeedbackVote[]; next: string | null; isFirst: boolean } | undefined;
  /** Items that this one can be merged into. */
  others: readonly { slug: string; title: string }[];
  /** Also those of ideas that are merged into it. */
  stories: readonly LinkedStory[];
  /** The teams in which the member can create a story. */
  teams: readonly { id: string; name: string }[];
  bannedIds: ReadonlySet<string>;
  /** The authors who have an account as visitors, which can be banned. */
  bannableIds: ReadonlySet<string>;
  /** The act that was carried out. */
  done: string | undefined;
  problem: Problem | undefined;
  /** The slug of the item whose merge led here. */
  from: string | undefined;
  /** The ideas that the words of a merge found, to choose one of; undefined if none were searched for. */
  matches: readonly IdeaChoice[] | undefined;
  /** The stories that the words of a link found, to choose one of. */
  storyMatches: readonly StoryChoice[];
  /** What was written in a form that was refused. */
  form: Form;
}

/** A form of the panel that carries out an act on the item. */
export const itemForm = (
  panel: ItemPanel,
  act: string,
  body: Fragment,
  fields: Readonly<Record<string, string>> = {},
): Html =>
  teamForm(
    panel,
    `${addresses.manageItem(panel.portal.slug, panel.item.slug)}/${act}`,
    { version: panel.item.updatedAt, place: panel.returnTo, ...fields },
    body,
  );

/** What a form changes of an item, by the names of its fields. */
export const textsOf = ({ status, boardId, tags, internalTags, roadmapSummary }: FeedbackItem) => ({
  status,
  boardId,
  tags: tags.join(', '),
  internalTags: internalTags.join(', '),
  roadmapSummary,
});
