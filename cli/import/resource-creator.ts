import type { CustomField } from '../../shared/planning/story-parts/custom-field.ts';
import type { Label } from '../../shared/planning/labels/label.ts';
import type { Member } from '../../shared/identity/members/member.ts';
import type { Status } from '../../shared/identity/status/status.ts';
import type { StatusCategory } from '../../shared/kernel/core/status-category.ts';
import type { EstimateScheme, Team } from '../../shared/identity/team/team.ts';
import type { Catalog, SprintOrObjective } from './catalog.ts';
import type { Warning } from './parents.ts';
import type { SprintDates } from './sprint-dates.ts';

/** A custom field of the workspace that is to be created. */
type NewField = Pick<CustomField, 'key' | 'name' | 'type'>;

/** Creates missing resources; a simulated version is used for previews. */
export interface ResourceCreator {
  /** Creates a team and returns it with its statuses; undefined if the code is taken. Its stories can have lower numbers. */
  createTeam(
    name: string,
    code: string,
    estimateScheme: EstimateScheme,
    nextSequenceId?: number,
  ): Promise<{ team: Team; statuses: Status[] } | undefined>;
  /** Joins a team and adds its data to the catalog. */
  joinTeam(team: Team, catalog: Catalog): Promise<void>;
  /** A person with an email address, or with a name only. */
  addMember(text: string): Promise<Member>;
  addTeamMember(team: Team, member: Member): Promise<void>;
  createLabel(name: string): Promise<Label>;
  createSprint(team: Team, name: string, span: SprintDates): Promise<SprintOrObjective>;
  createObjective(team: Team, name: string): Promise<SprintOrObjective>;
  createStatus(team: Team, name: string, category: StatusCategory): Promise<Status>;
  createField(field: NewField): Promise<CustomField>;
}

/** A resource that was, or would be, created. */
export interface CreatedResource {
  what:
    | 'team'
    | 'joined team'
    | 'status'
    | 'label'
    | 'person'
    | 'team member'
    | 'sprint'
    | 'objective'
    | 'custom field';
  name: string;
}

/** Called after each creation. */
export type Recorder = (one: CreatedResource, warning?: Warning) => void;
