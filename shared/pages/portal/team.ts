import type { Portal } from '../../feedback/portal/portal.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { isPreview } from './preview-reader.ts';
import { findTeamMember, type TeamMember } from './team-member.ts';
import type { SignedIn } from './visitor.ts';

/** A member of the team behind a portal, who sees its pages. */
export interface Team {
  member: TeamMember;
  /** Whether only the team sees the page. */
  isPreview: boolean;
}

/** The team's member who has requested a page; undefined for everyone else. */
export async function findPortalTeam(
  { read }: WebCall,
  visitor: SignedIn | undefined,
  { workspaceId }: Pick<Portal, 'workspaceId'>,
): Promise<Team | undefined> {
  const member = await findTeamMember(read, visitor?.session, workspaceId);
  return member && { member, isPreview: isPreview(read) };
}
