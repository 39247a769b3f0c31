import type { Status } from '../../identity/status/status.ts';
import type { KeyResult } from '../../planning/key-results/key-result.ts';
import type { Objective } from '../../planning/objective/objective.ts';
import type { Fan } from '../../planning/pictures/facts.ts';
import type { Story } from '../../planning/story/story.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { FormTools } from '../kit/form-tools.ts';

/** What the page of an objective shows. */
export interface ShownObjective {
  t: PageTexts;
  team: { id: string; name: string };
  /** The codes of the teams that the reader is in. */
  teamCodes: ReadonlySet<string>;
  objective: Objective;
  /** When it will be done. */
  fan: Fan;
  keyResults: readonly KeyResult[];
  /** The newest first. */
  stories: readonly Story[];
  /** Whether it has more stories than are shown. */
  isMore: boolean;
  statuses: readonly Status[];
  lead: string | undefined;
  people: readonly { id: string; name: string }[];
  /** Undefined for guests. */
  tools: FormTools | undefined;
}
