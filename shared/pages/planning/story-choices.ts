import { compareNames } from '../../kernel/core/compare-names.ts';
import { listMembers } from '../../identity/members/list-members.ts';
import { getTeam } from '../../identity/teams/get-team.ts';
import type { EstimateScheme } from '../../identity/team/team.ts';
import { listLabels } from '../../planning/labels/list-labels.ts';
import { listObjectives } from '../../planning/objectives/list-objectives.ts';
import { listSprints } from '../../planning/sprints/list-sprints.ts';
import { hasEnded } from '../../planning/sprints/sprint-days.ts';
import type { MemberCall } from './member-call.ts';
import { run } from '../kit/run-operation.ts';

/** What a member chooses from for a story of a team. */
export interface StoryChoices {
  people: readonly NamedChoice[];
  /** Those that have not ended. */
  sprints: readonly NamedChoice[];
  labels: readonly NamedChoice[];
  objectives: readonly NamedChoice[];
  estimateScheme: EstimateScheme;
}

interface NamedChoice {
  id: string;
  name: string;
}

/** The most of each kind to choose from. */
const CHOICES_MAX = 100;

/** What a member chooses from for a story of a team; undefined for guests, who change none. */
export async function storyChoicesOf(member: MemberCall): Promise<StoryChoices | undefined> {
  if (member.member.role === 'guest') return undefined;
  const { teamId, call } = member;
  const query = { teamId, limit: CHOICES_MAX };
  const [team, people, sprints, labels, objectives] = await Promise.all([
    run(member, getTeam, { path: { teamId } }),
    run(member, listMembers, { query }),
    run(member, listSprints, { query }),
    run(member, listLabels, { query }),
    run(member, listObjectives, { query }),
  ]);
  return {
    estimateScheme: team.estimateScheme,
    people: byName(people),
    sprints: sprints.filter((sprint) => !hasEnded(sprint, call.now)).map(named),
    labels: byName(labels),
    objectives: byName(objectives),
  };
}

const named = ({ id, name }: NamedChoice): NamedChoice => ({ id, name });

const byName = (all: readonly NamedChoice[]): NamedChoice[] =>
  all.map(named).sort((one, other) => compareNames(one.name, other.name));
