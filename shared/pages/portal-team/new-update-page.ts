import { showUpdate } from './show-update.ts';
import { draftFor, type TeamForm, type TeamPage } from './team-call.ts';
import { carryOut, thenDropDraft } from './update-form.ts';

/** The page on which the team writes an update. */
export const page: TeamPage = {
  formsAnswer: true,
  show: async (team) => await showUpdate(team, undefined, await draftFor(team, undefined)),
};

const addUpdate: TeamForm['handle'] = async (team, form) => await carryOut(team, undefined, form);

export const forms = {
  addUpdate: thenDropDraft(addUpdate),
  addUpdateWithCover: { handle: addUpdate },
};
