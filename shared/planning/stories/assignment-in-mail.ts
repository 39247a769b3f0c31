import { mailText, type MailText } from '../../identity/mail/mail-text.ts';
import { nameOfPrincipal } from '../../identity/principals/name-of-principal.ts';
import { getTeamItem, toTeam } from '../../identity/team/team-store.ts';
import type { Actor } from '../../kernel/core/actor.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { MemberNews } from '../news/member-news.ts';
import { excerpt } from '../news/news.ts';
import type { Story } from '../story/story.ts';

type Assigned = Pick<
  Story,
  'workspaceId' | 'teamId' | 'reference' | 'title' | 'priority' | 'endDate' | 'description'
>;

/** What the mail to a new assignee says: who assigned which story, what is to be known of it, and its description. */
export async function assignmentInMail(
  read: Reader,
  { workspaceId, teamId, reference, title, priority, endDate, description }: Assigned,
  { id }: Actor,
): Promise<MemberNews['mail']> {
  const [team, name] = await Promise.all([
    getTeamItem(read, teamId),
    id === null ? undefined : nameOfPrincipal(read, workspaceId, id),
  ]);
  const story = `${reference}: ${title}`;
  const facts: MailText[] = [
    ...(team ? [mailText('story.team', { team: toTeam(team).name })] : []),
    ...(priority === 'none'
      ? []
      : [mailText('story.priority', { priority: mailText(`priority.${priority}`) })]),
    ...(endDate ? [mailText('story.due', { date: { date: endDate } })] : []),
  ];
  return {
    title:
      name === undefined
        ? mailText('story.assignedByNoOne', { story })
        : mailText('story.assigned', { name, story }),
    paragraphs:
      facts.length > 0 ? [facts.reduce((first, second) => mailText('story.facts', { first, second }))] : [],
    ...(description ? { written: excerpt(description) } : {}),
  };
}
