import { agentSessionNoun } from '../planning/agent-sessions/agent-session.noun.ts';
import { attachmentNoun } from '../planning/attachments/attachment.noun.ts';
import { commentNoun } from '../planning/comments/comment.noun.ts';
import { customFieldNoun } from '../planning/custom-fields/custom-field.noun.ts';
import type { Key } from '../kernel/core/database.ts';
import { feedbackCommentNoun } from '../feedback/items/feedback-comment.noun.ts';
import { feedbackItemNoun } from '../feedback/items/item.noun.ts';
import { keyResultNoun } from '../planning/key-results/key-result.noun.ts';
import { labelNoun } from '../planning/labels/label.noun.ts';
import { memberNoun } from '../identity/members/member.noun.ts';
import type { Noun } from '../kernel/noun/define-noun.ts';
import { objectiveUpdateNoun } from '../planning/objective-updates/objective-update.noun.ts';
import { objectiveNoun } from '../planning/objectives/objective.noun.ts';
import { portalNoun } from '../feedback/portals/portal.noun.ts';
import { recurringStoryNoun } from '../planning/recurring-stories/recurring-story.noun.ts';
import { relationNoun } from '../planning/relations/relation.noun.ts';
import { sprintNoun } from '../planning/sprints/sprint.noun.ts';
import { statusNoun } from '../identity/statuses/status.noun.ts';
import { storyTemplateNoun } from '../planning/story-templates/story-template.noun.ts';
import { storyNoun } from '../planning/stories/story.noun.ts';
import { teamNoun } from '../identity/teams/team.noun.ts';
import { timeEntryNoun } from '../planning/time-entries/time-entry.noun.ts';
import { feedbackUpdateNoun } from '../feedback/updates/update.noun.ts';

/** Every noun, in the order in which documents and answers list them. */
const all = [
  storyNoun,
  commentNoun,
  relationNoun,
  agentSessionNoun,
  attachmentNoun,
  timeEntryNoun,
  sprintNoun,
  objectiveNoun,
  keyResultNoun,
  objectiveUpdateNoun,
  labelNoun,
  customFieldNoun,
  storyTemplateNoun,
  recurringStoryNoun,
  statusNoun,
  teamNoun,
  memberNoun,
  feedbackItemNoun,
  feedbackCommentNoun,
  feedbackUpdateNoun,
  portalNoun,
];

type Declared = (typeof all)[number];

/** What a noun may have none of. */
type Facet = 'ofTeam' | 'events' | 'history' | 'reverts' | 'names' | 'search' | 'mirror';

/** A noun that has something, with the name of one of those that have it. */
export type NounWith<F extends Facet> = Noun & {
  readonly name: Extract<Declared, Record<F, object>>['name'];
} & { readonly [P in F]: Exclude<Noun[P], 'none'> };

/** The nouns that have something, in order. */
export const nounsWith = <F extends Facet>(facet: F): NounWith<F>[] =>
  (all as readonly Noun[]).filter((noun): noun is NounWith<F> => noun[facet] !== 'none');

/** The noun of the item with a key; undefined for other items. */
export const nounOf = (key: Key): Noun | undefined =>
  (all as readonly Noun[]).find(({ item }) => item.includes(key));

/** Every noun. */
export const nouns: readonly (Noun & { readonly name: Declared['name'] })[] = all;
