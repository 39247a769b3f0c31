import type { Team } from '../../shared/identity/team/team.ts';

/** The content of `$PLOTLINE_HOME/demo.json`: a demo workspace, with a token for each kind of caller. */
export interface Demo {
  baseUrl: string;
  workspaceId: string;
  teams: Pick<Team, 'id' | 'code' | 'name'>[];
  tokens: { admin: string; member: string; readOnly: string; restricted: string };
  restrictedTeamId: string;
  serviceAccountKey: string;
  /** The user for signing in on the pages: the holder of the member's token. */
  user: { email: string; password: string };
  /** The same of an admin, the holder of the admin's token. */
  admin: { email: string; password: string };
  /** Its feedback portal is at /portals/{portalSlug}/feedback. */
  portalSlug: string;
}
