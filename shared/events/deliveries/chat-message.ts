import type { Membership } from '../../kernel/auth/membership-store.ts';
import type { Actor } from '../../kernel/core/actor.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { truncate } from '../../kernel/core/truncate.ts';
import type { FieldChange, WebhookEvent } from '../../kernel/log/event.ts';
import { principalOf } from '../../identity/principals/principal-of.ts';
import { findPrincipal } from '../../identity/principals/visible-principal.ts';
import { getStatusItem, toStatus } from '../../identity/status/status-store.ts';
import { commentPath, objectivePath, sprintPath, storyPath } from '../../planning/paths/page-paths.ts';
import { getStoryItem, toStory } from '../../planning/story/story-store.ts';
import type { ChatDestination } from '../destinations/destination.ts';
import { TEST_EVENT } from '../webhooks/webhook.ts';
import type { ChatMessage } from '../chats/chat-kind.ts';
import { storyIdOf } from '../chats/topic.ts';

/** The longest part of a comment that a message quotes, in characters. */
const QUOTED_MAX_CHARACTERS = 300;

interface Content {
  actor: Actor;
  data: Record<string, unknown>;
  changes?: readonly FieldChange[];
}

interface ParsedEvent {
  event: WebhookEvent;
  content: Content;
  /** What it is about, as event types begin, and what was done: `story`, `updated`. */
  noun: string;
  act: string;
}

/** Who may see what a message names: the endpoint's owner, as they are now. */
interface MessageContext {
  read: Reader;
  owner: Membership;
  chat: ChatDestination;
  isThin: boolean;
}

/** What a message says of events with one topic, oldest first. It names only what the endpoint's owner may see. */
export async function chatMessageOf(
  events: readonly WebhookEvent[],
  context: MessageContext,
): Promise<ChatMessage> {
  const parsed = events.map(parseEvent);
  const [first] = parsed as [ParsedEvent];
  if (first.event.type === TEST_EVENT)
    return { title: 'Plotline', activities: ['This is a test. Messages arrive here.'], link: null };
  const { isThin, chat } = context;
  const path = pathOf(parsed.at(-1)!, parsed.length === 1);
  return {
    title: isThin ? `A ${wordsOf(titleNoun(first))}` : await titleOf(parsed, context),
    activities: isThin
      ? parsed.map(thinActivityOf)
      : await Promise.all(parsed.map((one) => activityOf(one, context))),
    link: path !== undefined && chat.pagesUrl !== null ? chat.pagesUrl + path : null,
  };
}

function parseEvent(event: WebhookEvent): ParsedEvent {
  const [noun, act] = event.type.split('.') as [string, string];
  return { event, content: JSON.parse(event.body) as Content, noun, act };
}

/** Such as `agent session` of `agent_session`, or `end date` of `endDate`. */
const wordsOf = (name: string): string =>
  name
    .replace(/^customFields\./, '')
    .replace(/Ids?$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const titleNoun = ({ event, noun }: ParsedEvent): string => (storyIdOf(event) === undefined ? noun : 'story');

/** The story as it is in the newest of its events, or else as it is now, if the owner may see that. */
async function titleOf(parsed: readonly ParsedEvent[], { read, owner }: MessageContext): Promise<string> {
  const [first] = parsed as [ParsedEvent];
  const storyId = storyIdOf(first.event);
  const whole = parsed.findLast(({ noun, content }) => noun === 'story' && content.data['reference'])?.content
    .data;
  if (whole) return `${text(whole['reference'])} ${text(whole['title'])}`;
  if (storyId !== undefined) {
    const item = await getStoryItem(read, storyId);
    const story = item && toStory(item);
    return story && owner.teamIds.has(story.teamId) ? `${story.reference} ${story.title}` : 'A story';
  }
  const { data } = parsed.at(-1)!.content;
  const words = wordsOf(first.noun);
  const named = text(data['name'] ?? data['title']);
  return `${words[0]!.toUpperCase()}${words.slice(1)}${named === '' ? '' : `: ${named}`}`;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The page of what an event is about; of a message with one comment, the place of the comment. */
function pathOf({ event, noun, act }: ParsedEvent, isAlone: boolean): string | undefined {
  const storyId = storyIdOf(event);
  if (storyId !== undefined)
    return noun === 'comment' && act !== 'deleted' && isAlone
      ? commentPath(storyId, event.subjectId)
      : storyPath(storyId);
  if (noun === 'objective') return objectivePath(event.subjectId);
  return noun === 'sprint' && event.teamId !== null ? sprintPath(event.teamId, event.subjectId) : undefined;
}

const thinActivityOf = ({ noun, act, event, content: { changes = [] } }: ParsedEvent): string => {
  const it = titleNoun({ event, noun } as ParsedEvent) === noun ? 'It' : `Its ${wordsOf(noun)}`;
  const fields = changes.map(({ field }) => wordsOf(field)).join(', ');
  return `${it} was ${wordsOf(act)}${fields === '' ? '' : ` (${fields})`}.`;
};

/** A sentence: who did what. */
async function activityOf(parsed: ParsedEvent, context: MessageContext): Promise<string> {
  const { event, content, noun, act } = parsed;
  const who = await nameOf(
    content.actor.id,
    event,
    context,
    content.actor.kind === 'system' ? 'Plotline' : undefined,
  );
  if (noun === 'schedule') return `${who} rescheduled it.`;
  if (act === 'forecast_changed') return 'Its forecast crossed its target date.';
  if (noun === 'comment' && act === 'created')
    return `${who} commented: “${truncate(text(content.data['content']), QUOTED_MAX_CHARACTERS)}”`;
  if (titleNoun(parsed) !== noun) return `${who} ${act} its ${wordsOf(noun)}.`;
  if (act !== 'updated') return `${who} ${wordsOf(act)} it.`;
  return `${who} ${listed(await changesIn(parsed, context))}.`;
}

/** Names of people and accounts are for who may see members: people, and accounts with that scope. */
async function nameOf(
  id: string | null,
  { workspaceId }: WebhookEvent,
  { read, owner }: MessageContext,
  other = 'Someone',
): Promise<string> {
  const maySee = owner.scopes === null || owner.scopes.includes('members:read');
  if (id === null || !maySee) return other;
  const { current, former } = await findPrincipal(read, workspaceId, id);
  const item = current ?? former;
  return item ? principalOf(id, item).name : other;
}

/** What an update did, such as `moved it to Done`; fields without words of their own are named together. */
async function changesIn({ event, content }: ParsedEvent, context: MessageContext): Promise<string[]> {
  const others: string[] = [];
  const done: string[] = [];
  for (const { field, to } of content.changes ?? []) {
    const said = await changeInWords(field, to, event, context);
    if (said !== undefined) done.push(said);
    else if (!/At$|^rank$/.test(field)) others.push(wordsOf(field));
  }
  if (others.length > 0) done.push(`changed its ${listed(others)}`);
  return done.length > 0 ? done : ['changed it'];
}

async function changeInWords(
  field: string,
  to: unknown,
  event: WebhookEvent,
  context: MessageContext,
): Promise<string | undefined> {
  if (field === 'assigneeId')
    return to === null
      ? 'unassigned it'
      : `assigned it to ${await nameOf(text(to), event, context, 'someone')}`;
  if (field === 'archivedAt') return to === null ? 'restored it from the archive' : 'archived it';
  if (field === 'title' || field === 'name') return 'renamed it';
  if (field !== 'statusId') return undefined;
  const item = await getStatusItem(context.read, text(to));
  const status = item && toStatus(item);
  const isKnown =
    status?.workspaceId === event.workspaceId && (status.teamId ?? event.teamId) === event.teamId;
  return isKnown ? `moved it to ${status.name}` : undefined;
}

/** Such as `a, b and c`. */
const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
