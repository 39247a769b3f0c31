import type { Change } from '../../kernel/core/database.ts';
import { invalidReference } from '../../kernel/core/errors.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { teamIsOpen } from '../../identity/team/team-store.ts';
import type { Story } from '../story/story.ts';

/** Guards the number of an imported story, also after its deletion: numbers are never reused. */
const numberKind = itemKind('G#number#', 'release');

/** Changes that claim the number of an imported story. Throw a 400 if a story of the team has or had it. */
export const claimNumber = ({ id, teamId, sequenceId }: Story): Change[] => [
  {
    put: { ...numberKind.key(`${teamId}#${sequenceId}`), storyId: id },
    if: 'absent',
    onConditionFailed: () =>
      invalidReference([
        { path: 'imported.sequenceId', message: 'is the number of another story of the team, maybe deleted' },
      ]),
  },
  teamIsOpen(teamId, () =>
    invalidReference([{ path: 'teamId', message: 'is not a team that this credential can access' }]),
  ),
];
