/** The kinds of rules that the policy is written with. */

export interface Rule {
  /** The weakest role that a person needs. */
  role: 'guest' | 'member' | 'admin';
  /** All that the credential needs. */
  scopes: readonly string[];
  /** `user`, and beside it what else may call: service accounts call all that does not need a person. */
  principals: readonly string[];
  /**
   * What a token that is restricted to teams gets, whatever else its holder may do: a read (`reads`), a change
   * within its teams (`own teams`), the same of things that the workspace can own too, which it does not change
   * (`own teams, not shared`), or nothing (`refused`).
   */
  teamRestricted: 'reads' | 'own teams' | 'own teams, not shared' | 'refused';
  /** What its `Idempotency-Key` is: nothing to a read; in bulk each item has one in the body. */
  idempotencyKey: 'none' | 'accepted' | 'required' | 'of each item';
  /** The types of the events that report it, when it is carried out for one thing. A read causes none. */
  events: readonly string[];
}

type Kind = Pick<Rule, 'principals' | 'teamRestricted'>;

const people = ['user'];
const programs = ['user', 'serviceAccount'];

const readOnly = { idempotencyKey: 'none', events: [] } as const;
export const guest = (kind: Kind, ...scopes: string[]): Rule => ({
  role: 'guest',
  scopes,
  ...kind,
  ...readOnly,
});
export const member = (kind: Kind, ...scopes: string[]): Rule => ({
  role: 'member',
  scopes,
  ...kind,
  ...readOnly,
});
export const admin = (kind: Kind, ...scopes: string[]): Rule => ({
  role: 'admin',
  scopes,
  ...kind,
  ...readOnly,
});

export const write = (rule: Rule, ...events: string[]): Rule => ({
  ...rule,
  idempotencyKey: 'accepted',
  events,
});
export const writeWithKey = (rule: Rule, ...events: string[]): Rule => ({
  ...rule,
  idempotencyKey: 'required',
  events,
});
export const bulk = (rule: Rule, ...events: string[]): Rule => ({
  ...rule,
  idempotencyKey: 'of each item',
  events,
});

export const read: Kind = { principals: programs, teamRestricted: 'reads' };
export const readByPeople: Kind = { principals: people, teamRestricted: 'reads' };
export const readByAll: Kind = { principals: ['user', 'serviceAccount', 'oauth'], teamRestricted: 'reads' };
export const inTeams: Kind = { principals: programs, teamRestricted: 'own teams' };
export const inTeamsByPeople: Kind = { principals: people, teamRestricted: 'own teams' };
export const inTeamsNotShared: Kind = { principals: programs, teamRestricted: 'own teams, not shared' };
export const inTeamsByPrograms: Kind = { principals: ['serviceAccount'], teamRestricted: 'own teams' };
export const workspaceWide: Kind = { principals: programs, teamRestricted: 'refused' };
export const byPeople: Kind = { principals: people, teamRestricted: 'refused' };
