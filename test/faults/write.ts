import type { Team } from '../../shared/identity/team/team.ts';
import type { Answer } from '../support/client.ts';
import type { ServiceAddress } from '../support/service.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';

/** Where the broken writes happen. */
export interface Place {
  workspace: TestWorkspace;
  team: Team;
  admin: Person;
  service: ServiceAddress;
}

interface Prepared {
  /** Sends the request, the same one each time. */
  send: () => Promise<Answer>;
  /** Looks at what came of it, after it was answered. */
  verify: (answer: Answer) => Promise<void>;
}

/** Sets up one write, anew for each call of it that is broken. */
export type Write = () => Promise<Prepared>;
