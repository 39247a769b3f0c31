import { mailText } from '../../identity/mail/mail-text.ts';
import { createReader } from '../../kernel/db/reader.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { agentSessionKind, getAgentSessionItem, toAgentSession } from './agent-session-store.ts';
import { getStoryItem, toStory } from '../story/story-store.ts';
import type { NotifierContext } from '../news/notifier-context.ts';
import { excerpt, isNews } from '../news/news.ts';
import { reachableMembers } from '../news/team-members.ts';
import { deliverNews } from '../news/deliver-news.ts';

const FOOTER = mailText('agent.footer');

/** Notifies the person who called an agent to a story that it waits for an answer; without one, the story's reporter. */
export async function notifyOfQuestion(context: NotifierContext, { key }: ItemChange): Promise<void> {
  const read = createReader(context.database);
  const stored = await getAgentSessionItem(read, agentSessionKind.idOf(key));
  const session = stored && toAgentSession(stored);
  if (session?.state !== 'awaiting_input' || !isNews(session.lastActivityAt, context)) return;
  const { id, workspaceId, storyId, agent, openedBy, lastActivity } = session;
  const found = await getStoryItem(read, storyId);
  if (!found || !lastActivity) return;
  const story = toStory(found);
  const askedId = openedBy.kind === 'user' ? openedBy.id : story.reporterId;
  const members = (await reachableMembers(read, story)).filter((member) => member.id === askedId);
  await deliverNews(context, {
    workspaceId,
    teamId: story.teamId,
    kind: 'input_awaited',
    reason: ['input awaited', id, lastActivity.id],
    at: lastActivity.at,
    actor: lastActivity.author,
    about: { storyId },
    source: { type: 'agent_session', id },
    members,
    mail: {
      title: mailText('agent.asks', { name: agent.name, story: `${story.reference}: ${story.title}` }),
      paragraphs: [],
      written: excerpt(lastActivity.body),
      footer: FOOTER,
    },
  });
}
