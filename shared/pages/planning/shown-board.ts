import type { StatusCategory } from '../../kernel/core/status-category.ts';
import type { Team } from '../../identity/team/team.ts';
import type { BurnDownDays } from '../../planning/pictures/facts.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import type { Story } from '../../planning/story/story.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { BoardChoices } from './board-choices.ts';
import type { FormTools } from '../kit/form-tools.ts';
import type { Problem } from '../kit/form-view.ts';

/** How a lane without another order stands: by the ranks of its stories, or what was completed last first. */
export type LaneOrder = 'rank' | '-completedAt';

/** The stories of a status. */
export interface Lane {
  id: string;
  name: string;
  category: StatusCategory;
  /** Undefined where the reader has chosen another order. */
  order: LaneOrder | undefined;
  stories: readonly Story[];
  /** How many it has, of which `stories` may be fewer. */
  count: number;
  /** Whether it has more than are counted. */
  isMore: boolean;
  /** The sum of its stories' estimates; null if none has one, or not all stories are known. */
  estimate: number | null;
  nextCursor: string | null;
  /** How many more the board shows on demand; the page of the status has all. */
  further: number;
  /** Whether stories that were done long ago are left out. */
  isRecent?: boolean;
}

/** A sprint on the board of its team. */
export interface BoardSprint {
  sprint: Pick<Sprint, 'id' | 'name' | 'goal' | 'startDate' | 'endDate' | 'timeZone' | 'storyCounts'>;
  /** The sprints that begin before and after it. */
  previous: Pick<Sprint, 'id' | 'name'> | undefined;
  next: Pick<Sprint, 'id' | 'name'> | undefined;
  /** Of its burn-down. */
  days: BurnDownDays;
}

/** What a member who may change stories does on a board. */
interface BoardTools extends FormTools {
  /** The story that the word of what was done is about. */
  doneWith: Pick<Story, 'id' | 'reference' | 'title'> | undefined;
}

export interface Board {
  t: PageTexts;
  now: Date;
  team: Pick<Team, 'id' | 'name' | 'code' | 'estimateScheme' | 'sprintsEnabled'>;
  /** The name of the status whose stories alone are shown. */
  only: string | undefined;
  lanes: readonly Lane[];
  /** All statuses of the team in the order of its workflow. */
  statuses: readonly { id: string; name: string }[];
  choices: BoardChoices;
  /** Why what is searched for was not understood. */
  searchProblem: Problem | undefined;
  /** The name of the sprint that is chosen. */
  sprintName: string | undefined;
  /** What stories can be chosen by. */
  people: readonly { id: string; name: string }[];
  /** The id of the member who reads. */
  readerId: string;
  /** The id of the story whose menu is open where no script opens it. */
  changing: string | undefined;
  labels: readonly { id: string; name: string }[];
  /** Those that have not ended, which new stories can be planned for. */
  sprints: readonly { id: string; name: string }[];
  /** That new stories can count towards. */
  objectives: readonly { id: string; name: string }[];
  sprint: BoardSprint | undefined;
  nameOf: (id: string) => string | undefined;
  /** Undefined for guests. */
  tools: BoardTools | undefined;
}

/** Whether the team has no stories. */
export const isEmptyTeam = ({ lanes, choices }: Board): boolean =>
  lanes.every(({ count }) => count === 0) && Object.keys(choices).length === 0;
