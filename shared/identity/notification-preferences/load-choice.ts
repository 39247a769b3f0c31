import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { getMemberItem, userIdOf } from '../../kernel/auth/membership-store.ts';
import type { MailSubscription } from '../mail/mail.ts';
import { defaultFeedbackMode, getNewsChoice, type NewsChoice } from '../mail/preference-store.ts';
import type { MemberChoice } from './notification-preferences.ts';

const nothingChosen: NewsChoice = {
  mode: undefined,
  mailOf: {},
  unlisted: [],
  feedback: undefined,
  chosenAt: null,
};

/** What applies to the caller, what they have chosen of it, and where that is stored; nowhere for a member without an account. */
export async function loadChoice(
  { workspaceId, principalId, role }: Caller,
  read: Reader,
): Promise<{ subscription: MailSubscription | undefined; choice: MemberChoice; chosen: NewsChoice }> {
  const member = await getMemberItem(read, workspaceId, principalId);
  const userId = member && userIdOf(member);
  const subscription = userId === undefined ? undefined : { userId, portalId: workspaceId };
  const chosen = subscription ? await getNewsChoice(read, subscription) : nothingChosen;
  const feedback = chosen.feedback ?? (subscription ? defaultFeedbackMode(role) : 'off');
  return { subscription, choice: { ...chosen, feedback }, chosen };
}
