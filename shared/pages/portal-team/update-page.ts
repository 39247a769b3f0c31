import { showUpdate, updateOrThrow } from './show-update.ts';
import { draftFor, type TeamForm, type TeamPage } from './team-call.ts';
import { carryOut, thenDropDraft } from './update-form.ts';

/** The page on which the team changes, publishes, withdraws and deletes an update. */
export const page: TeamPage = {
  formsAnswer: true,
  async show(team) {
    const update = await updateOrThrow(team);
    return await showUpdate(team, update, await draftFor(team, update));
  },
};

const actOnUpdate: TeamForm['handle'] = async (team, form) =>
  await carryOut(team, await updateOrThrow(team), form);

export const forms = {
  actOnUpdate: thenDropDraft(actOnUpdate),
  addPictureToUpdate: { handle: actOnUpdate },
};
