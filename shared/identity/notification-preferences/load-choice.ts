import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { getMemberItem, toMembership } from '../../kernel/auth/membership-store.ts';
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

/**
 * What applies to the caller, what they have chosen of it, and where that is stored; nowhere for a member without an
 * account. Defaults go by the role of the member, also where a token or an operator acts for them with another one.
 */
export async function loadChoice(
  { workspaceId, principalId }: Caller,
  read: Reader,
): Promise<{ subscription: MailSubscription | undefined; choice: MemberChoice; chosen: NewsChoice }> {
  const item = await getMemberItem(read, workspaceId, principalId);
  const member = item && toMembership(item);
  const subscription =
    member?.userId === undefined ? undefined : { userId: member.userId, portalId: workspaceId };
  const chosen = subscription ? await getNewsChoice(read, subscription) : nothingChosen;
  const feedback = chosen.feedback ?? (subscription && member ? defaultFeedbackMode(member.role) : 'off');
  return { subscription, choice: { ...chosen, feedback }, chosen };
}
